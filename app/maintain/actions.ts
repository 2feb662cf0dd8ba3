"use server";

import { revalidatePath } from "next/cache";
import { notFound, redirect } from "next/navigation";
import * as z from "zod";
import { fieldProblems, formProblem, shownAgain, textOf } from "@/app/form-input";
import { moment } from "@/components/ui/format";
import { requireMaintainer, type Viewer } from "@/lib/auth/viewer";
import type { FormState } from "@/lib/domain/form-state";
import { MAINTAIN, maintainHref } from "@/lib/domain/maintain-links";
import { cancelAudit } from "@/lib/services/audit/cancel";
import { startAudit } from "@/lib/services/audit/start";
import { type MarkResult, unverifyExperiment, verifyExperiment } from "@/lib/services/audit/verify";
import { addNote, noteSchema } from "@/lib/services/changes/note";
import { changeBlock, changeRole, resetPassword } from "@/lib/services/maintain/accounts";
import { approveSubmission, rejectSubmission } from "@/lib/services/portal/approve";
import { type Portal, sitePortal } from "@/lib/services/portal/site";

type Act = { viewer: Viewer; database: Portal["database"]; actor: { id: string; name: string } };

/** Each action asks again who is there: an action can be sent without its page. */
async function act(): Promise<Act> {
  const viewer = await requireMaintainer(MAINTAIN);
  const portal = sitePortal() ?? notFound();
  return { viewer, database: portal.database, actor: { id: viewer.id, name: viewer.name } };
}

function done(message: string): FormState {
  revalidatePath(MAINTAIN, "layout");
  return { status: "done", message };
}

export async function startAuditAction(_state: FormState, form: FormData): Promise<FormState> {
  const { database, actor } = await act();
  const values = shownAgain(form, ["share", "seed"]);
  const percent = Number(textOf(form, "share").replace(",", ".").replace("%", "").trim());
  const seed = textOf(form, "seed").trim().slice(0, 100);
  if (!(percent > 0 && percent <= 100))
    return { status: "error", fields: { share: "Write a number above 0 and at most 100." }, values };
  const experimentId = textOf(form, "experimentId");
  const request = { experimentId, share: percent / 100, actor, ...(seed === "" ? {} : { seed }) };
  const result = startAudit(database, request);
  if (result.status === "refused") return formProblem(`${result.message} ${result.mend}`.trim(), values);
  // The head of the page learns that there is work, so that the page looks often enough.
  revalidatePath(MAINTAIN, "layout");
  redirect(maintainHref.audit(result.auditId));
}

export async function cancelAuditAction(_state: FormState, form: FormData): Promise<FormState> {
  const { database, actor } = await act();
  const result = cancelAudit(database, textOf(form, "auditId"), actor);
  if (result.status === "unknown") return formProblem("There is no such audit.");
  if (result.status === "over") return formProblem(`The audit is ${result.state} already.`);
  return done("The audit is cancelled. What ran is kept.");
}

export async function verifyAction(_state: FormState, form: FormData): Promise<FormState> {
  const { database, actor } = await act();
  const values = shownAgain(form, ["auditId", "reason"]);
  const { auditId, reason } = values;
  const grounds = { ...(auditId ? { auditId } : {}), ...(reason?.trim() ? { reason } : {}) };
  const result = verifyExperiment(database, textOf(form, "experimentId"), grounds, { actor });
  return answer(result, values, "The experiment is verified, and /changes says so.");
}

export async function unverifyAction(_state: FormState, form: FormData): Promise<FormState> {
  const { database, actor } = await act();
  const values = shownAgain(form, ["reason"]);
  const result = unverifyExperiment(database, textOf(form, "experimentId"), textOf(form, "reason"), {
    actor,
  });
  return answer(result, values, "The mark is taken back, and /changes says so.");
}

function answer(result: MarkResult, values: Record<string, string>, message: string): FormState {
  if (result.status === "done") return done(message);
  if (result.field === undefined) return formProblem(result.message, values);
  const field = result.field === "audit" ? "auditId" : "reason";
  return { status: "error", fields: { [field]: result.message }, values };
}

export async function approveAction(_state: FormState, form: FormData): Promise<FormState> {
  const { database, viewer } = await act();
  const note = textOf(form, "note").trim().slice(0, 2000) || null;
  const result = approveSubmission(database, textOf(form, "id"), { maintainer: viewer, note });
  if (result.status === "refused") return formProblem(result.message, shownAgain(form, ["note"]));
  return done("The submission is let in and queued.");
}

const rejection = z.object({
  note: z.string().trim().min(10, "Its submitter reads this: say what is missing.").max(2000),
});

export async function rejectAction(_state: FormState, form: FormData): Promise<FormState> {
  const { database, viewer } = await act();
  const values = shownAgain(form, ["note"]);
  const parsed = rejection.safeParse(values);
  if (!parsed.success) return fieldProblems(parsed.error, values);
  const decision = { maintainer: viewer, note: parsed.data.note };
  const result = rejectSubmission(database, textOf(form, "id"), decision);
  return result.status === "refused"
    ? formProblem(result.message, values)
    : done("The submission is turned down; its submitter reads why.");
}

export async function noteAction(_state: FormState, form: FormData): Promise<FormState> {
  const { database, actor } = await act();
  const values = shownAgain(form, ["title", "text", "set"]);
  const parsed = noteSchema.safeParse(values);
  if (!parsed.success) return fieldProblems(parsed.error, values);
  addNote(database, parsed.data, actor);
  return done("The entry is published.");
}

export async function roleAction(_state: FormState, form: FormData): Promise<FormState> {
  const { database, viewer } = await act();
  const role = textOf(form, "role") === "maintainer" ? "maintainer" : "submitter";
  const result = changeRole(database, textOf(form, "userId"), role, { actorId: viewer.id });
  return result.status === "refused" ? formProblem(result.message) : done(`The account is a ${role} now.`);
}

export async function blockAction(_state: FormState, form: FormData): Promise<FormState> {
  const { database, viewer } = await act();
  const blocked = textOf(form, "blocked") === "yes";
  const reason = textOf(form, "reason").trim().slice(0, 500) || null;
  const change = { blocked, reason };
  const result = changeBlock(database, textOf(form, "userId"), change, { actorId: viewer.id });
  if (result.status === "refused") return formProblem(result.message);
  return done(blocked ? "The account is blocked: its sessions have ended." : "The account is let in again.");
}

export async function resetPasswordAction(_state: FormState, form: FormData): Promise<FormState> {
  const { database, viewer } = await act();
  const result = resetPassword(database, textOf(form, "userId"), { actorId: viewer.id });
  if (result.status === "refused") return formProblem(result.message);
  return {
    status: "done",
    message: `Tell the owner this one-time password. It is good once, until ${moment(result.expiresAt)}, on the page “set a new one” behind “Sign in”. It is shown this once.`,
    secret: result.password,
  };
}
