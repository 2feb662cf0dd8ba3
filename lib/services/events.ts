import type { AccountEventFacts } from "@/lib/auth/account-events";
import type { Queryable } from "@/lib/db/client";
import { eventsOf, insertEvent } from "@/lib/db/queries/events";

/** What the log of events can hold, with the facts each kind comes with. */
export type EventFacts = AccountEventFacts & {
  "experiment.created": { submissionId: string; attempts: number; official: boolean };
  "submission.drafted": { submissionId: string; attempts: number; official: boolean };
  "submission.discarded": { uploadId: string; because: "owner" | "expired" };
  "submission.confirmed": { uploadId: string; approval: "not-needed" | "waiting" };
  "submission.approved": { note: string | null };
  "submission.rejected": { note: string };
  "submission.hidden": Record<string, never>;
  "submission.shown": Record<string, never>;
  "submission.withdrawn": { reason: string };
  "submission.rerun": { reopened: number };
  "experiment.resumed": { reopened: number };
  "experiment.superseded": { by: string };
  "experiment.verified": { note: string | null; auditId: string | null };
  "experiment.unverified": { reason: string };
  "experiment.rescored": { reason: string };
  "audit.started": { auditId: string; share: number; seed: string; runs: number };
  "audit.cancelled": { auditId: string; left: number };
  "audit.finished": { auditId: string };
  "change.noted": { changeId: number };
  "dataset.seen": { hash: string; instances: Record<string, string> };
  "experiment.cancelled": { jobs: number };
  "experiment.finished": { state: "complete" | "incomplete" };
  "evaluation.retried": { reason: string; retries: number };
  "evaluation.conflict": { settled: string | null; late: string; workerId: string };
  "evaluation.late-report": { late: string; workerId: string };
  "gate.recorded": { status: "gated" | "not-gated"; reason: string };
  "job.lost": { jobId: number; workerId: string | null; lost: number };
  "job.given-up": { jobId: number; reason: string };
  "worker.lost": { jobs: number };
};
export type EventKind = keyof EventFacts;

/** Adds one event; `subject` is the id of the thing it happened to. */
export function recordEvent<K extends EventKind>(
  q: Queryable,
  event: { at: number; actor: string; kind: K; subject: string; data: EventFacts[K] },
): void {
  insertEvent(q, event);
}

export type LoggedEvent = { at: number; actor: string; kind: string; data: Record<string, unknown> };

/** What happened to a thing, newest first. */
export function historyOf(q: Queryable, subject: string, limit = 100): LoggedEvent[] {
  return eventsOf(q, subject, limit).map(({ at, actor, kind, data }) => ({ at, actor, kind, data }));
}
