import type * as z from "zod";
import { moment } from "@/components/ui/format";
import type { FormState } from "@/lib/domain/form-state";

/** One text field of a form. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** What is shown again after a mistake: the text fields by name, never a password. */
export function shownAgain(form: FormData, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)]));
}

/** The first problem of each field, at its field. */
export function fieldProblems(error: z.ZodError, values: Record<string, string>): FormState {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[String(issue.path[0])] ??= issue.message;
  return { status: "error", fields, values };
}

export function formProblem(message: string, values: Record<string, string> = {}): FormState {
  return { status: "error", message, fields: {}, values };
}

export const NO_DATABASE = "This installation has no database yet. Run npx swe-game-bench migrate.";

export function throttled(what: string, retryAt: number): string {
  return `Too many tries ${what}. Try again after ${moment(retryAt)}.`;
}
