import type { Database, Queryable } from "@/lib/db/client";
import { imagesOf, isWithdrawn } from "@/lib/db/queries/audits";
import { type ExperimentRow, experimentById, updateExperiment } from "@/lib/db/queries/experiments";
import { type Actor, agreementText, isFullAgreement, reasonProblem, tidyText } from "@/lib/domain/audit";
import type { VerifiedEvidence } from "@/lib/domain/portal";
import { recordExperimentChange } from "../changes/record";
import { recordEvent } from "../events";
import { auditReport } from "./agreement";

/** What a mark is to rest on: an audit that agrees in full, or a written reason, or both. */
export type Grounds = { auditId?: string; reason?: string };

export type MarkResult =
  | { status: "done" }
  /** `field`: the part of the form that is at fault. */
  | { status: "refused"; message: string; field?: "audit" | "reason"; negative?: boolean };

/**
 * Marks an experiment verified, with what the mark rests on as it is now. Without an audit that agrees in
 * full a written reason is asked for; it is published beside the mark.
 */
export function verifyExperiment(
  database: Database,
  experimentId: string,
  grounds: Grounds,
  { actor, now = Date.now() }: { actor: Actor; now?: number },
): MarkResult {
  return database.write((tx) => {
    const experiment = experimentById(tx, experimentId);
    if (experiment === null) return refused(`There is no experiment ${experimentId}.`);
    const obstacle = obstacleTo(tx, experiment);
    if (obstacle) return refused(obstacle);
    const reason = tidyText(grounds.reason ?? "") || null;
    const problem = reason === null ? null : reasonProblem(reason);
    if (problem) return { ...refused(problem), field: "reason" };
    const audit = grounds.auditId === undefined ? null : auditEvidence(tx, experimentId, grounds.auditId);
    if (audit?.status === "refused") return audit;
    if (reason === null && audit?.full !== true) return withoutGrounds(audit);
    const evidence = evidenceOf(tx, experiment, audit?.evidence);
    mark(tx, experiment, { evidence, reason }, { actor, now });
    return { status: "done" };
  });
}

/** Takes a mark back, with a reason that is published. */
export function unverifyExperiment(
  database: Database,
  experimentId: string,
  reason: string,
  { actor, now = Date.now() }: { actor: Actor; now?: number },
): MarkResult {
  return database.write((tx) => {
    const experiment = experimentById(tx, experimentId);
    if (experiment === null) return refused(`There is no experiment ${experimentId}.`);
    if (!experiment.verified) return refused("The experiment is not verified.");
    const problem = reasonProblem(reason);
    if (problem) return { ...refused(problem), field: "reason" };
    takeMark(tx, experiment, tidyText(reason), { actor, now });
    return { status: "done" };
  });
}

/** The same inside a transaction, for what makes a mark void by itself. */
export function takeMark(
  tx: Queryable,
  experiment: ExperimentRow,
  reason: string,
  { actor, now }: { actor: Actor; now: number },
): void {
  const nothing = { verifiedNote: null, verifiedAt: null, verifiedBy: null, verifiedEvidence: null };
  updateExperiment(tx, experiment.id, { ...nothing, verified: false });
  const subject = experiment.id;
  recordEvent(tx, { at: now, actor: actor.id, kind: "experiment.unverified", subject, data: { reason } });
  recordExperimentChange(tx, "unverified", experiment, { at: now, actor: actor.name, text: reason });
}

function obstacleTo(tx: Queryable, experiment: ExperimentRow): string | null {
  if (experiment.state !== "complete")
    return `The experiment is ${experiment.state}: only a complete one can be verified.`;
  return isWithdrawn(tx, experiment.submissionId) ? "The experiment was withdrawn." : null;
}

type Audited =
  | { status: "found"; evidence: NonNullable<VerifiedEvidence["audit"]>; full: boolean; failed: number }
  | (MarkResult & { status: "refused" });

function auditEvidence(tx: Queryable, experimentId: string, auditId: string): Audited {
  const report = auditReport(tx, auditId);
  const no = (message: string): Audited => ({ ...refused(message), field: "audit" });
  if (report?.audit.experimentId !== experimentId) return no("This experiment has no such audit.");
  const { audit, agreement, outdated } = report;
  if (audit.state !== "complete") return no(`The audit is ${audit.state}, not complete.`);
  if (outdated) return no("Outcomes have changed since this audit. Run a new one.");
  const { agreed, compared, failed } = agreement;
  const evidence = { id: audit.id, agreed, compared, share: audit.share };
  return { status: "found", evidence, full: isFullAgreement(agreement), failed };
}

function withoutGrounds(audit: (Audited & { status: "found" }) | null): MarkResult {
  if (audit === null) {
    const message = "Name an audit that agrees in full, or write why the experiment is verified without one.";
    return { ...refused(message), field: "reason" };
  }
  const failed = audit.failed > 0 ? `, and ${audit.failed} could not be run again` : "";
  const message = `The audit agrees in ${agreementText(audit.evidence)}${failed}. Write why the experiment is verified all the same.`;
  return { ...refused(message), field: "reason", negative: true };
}

function evidenceOf(
  tx: Queryable,
  experiment: ExperimentRow,
  audit: VerifiedEvidence["audit"],
): VerifiedEvidence {
  const { datasetHash, harnessVersion } = experiment;
  return { datasetHash, harnessVersion, images: namedImages(tx, experiment.id), ...(audit ? { audit } : {}) };
}

/** Digest by name; a name that stood for several images has a number behind it. */
function namedImages(tx: Queryable, experimentId: string): Record<string, string> {
  const images: Record<string, string> = {};
  for (const { name, digest } of imagesOf(tx, experimentId)) {
    let key = name;
    for (let number = 2; key in images; number += 1) key = `${name} (${number})`;
    images[key] = digest;
  }
  return images;
}

function mark(
  tx: Queryable,
  experiment: ExperimentRow,
  { evidence, reason }: { evidence: VerifiedEvidence; reason: string | null },
  { actor, now }: { actor: Actor; now: number },
): void {
  updateExperiment(tx, experiment.id, {
    verified: true,
    verifiedNote: reason,
    verifiedAt: now,
    verifiedBy: actor.name,
    verifiedEvidence: evidence,
  });
  const { audit } = evidence;
  const data = { note: reason, auditId: audit?.id ?? null };
  recordEvent(tx, { at: now, actor: actor.id, kind: "experiment.verified", subject: experiment.id, data });
  const text = [audit ? `A second run agreed in ${agreementText(audit)}.` : "Without an audit.", reason];
  recordExperimentChange(tx, "verified", experiment, {
    at: now,
    actor: actor.name,
    text: text.filter(Boolean).join(" "),
  });
}

function refused(message: string): MarkResult & { status: "refused" } {
  return { status: "refused", message };
}
