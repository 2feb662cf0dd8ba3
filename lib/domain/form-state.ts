/** What a form shows after it was sent: nothing yet, what was wrong and where, or that it was done. */
export type FormState =
  | { status: "idle" }
  /** `secret` is shown this once: it is kept nowhere. */
  | { status: "done"; message: string; secret?: string }
  | {
      status: "error";
      /** About the form as a whole. */
      message?: string;
      /** By field. */
      fields: Record<string, string>;
      /** What was typed, except passwords. */
      values: Record<string, string>;
    };

export const IDLE: FormState = { status: "idle" };

export function fieldError(state: FormState, name: string): string | undefined {
  return state.status === "error" ? state.fields[name] : undefined;
}

export function fieldValue(state: FormState, name: string): string | undefined {
  return state.status === "error" ? state.values[name] : undefined;
}
