import { eq } from "drizzle-orm";
import type { Database, Queryable } from "@/lib/db/client";
import { updateExperiment } from "@/lib/db/queries/experiments";
import { submissions } from "@/lib/db/schema";
import { isMaintainer, type Reader } from "@/lib/domain/access";
import { recordEvent } from "@/lib/services/events";
import { type Confirmed, letIn } from "./confirm";
import { type Found, findSubmission } from "./find";
import { NOT_FOUND, type Refused, refused } from "./refusal";

type Decision = { maintainer: Reader; note?: string | null; now?: number };

/** A maintainer lets a waiting submission in: it is queued and takes its place. */
export function approveSubmission(database: Database, id: string, decision: Decision): Confirmed | Refused {
  const { maintainer, note = null, now = Date.now() } = decision;
  return database.write((tx) => {
    const made = waiting(tx, id, maintainer);
    if ("status" in made) return made;
    const { experiment, actor } = made;
    decide(tx, experiment.submissionId, { approval: "approved", approvalNote: note });
    recordEvent(tx, { at: now, actor, kind: "submission.approved", subject: experiment.id, data: { note } });
    letIn(tx, made, actor, now);
    return { status: "ok", changed: true };
  });
}

/** A maintainer does not let a waiting submission in: it is never evaluated, and its owner reads why. */
export function rejectSubmission(
  database: Database,
  id: string,
  decision: Decision & { note: string },
): Confirmed | Refused {
  const { maintainer, note, now = Date.now() } = decision;
  return database.write((tx) => {
    const made = waiting(tx, id, maintainer);
    if ("status" in made) return made;
    const { experiment, actor } = made;
    decide(tx, experiment.submissionId, { approval: "rejected", approvalNote: note });
    updateExperiment(tx, experiment.id, { state: "cancelled", finishedAt: now });
    recordEvent(tx, { at: now, actor, kind: "submission.rejected", subject: experiment.id, data: { note } });
    return { status: "ok", changed: true };
  });
}

/** The submission when it waits for this maintainer, or why it does not. */
function waiting(
  tx: Queryable,
  id: string,
  maintainer: Reader,
): (NonNullable<Found["made"]> & { actor: string }) | Refused {
  if (maintainer === null || !isMaintainer(maintainer)) return NOT_FOUND;
  const made = findSubmission(tx, id, maintainer)?.made;
  if (!made) return NOT_FOUND;
  const open = made.submission.approval === "waiting" && made.experiment.state !== "cancelled";
  if (!open) return refused("conflict", "This submission does not wait for a maintainer.");
  return { ...made, actor: maintainer.id };
}

function decide(
  tx: Queryable,
  submissionId: string,
  change: { approval: "approved" | "rejected"; approvalNote: string | null },
): void {
  tx.update(submissions).set(change).where(eq(submissions.id, submissionId)).run();
}
