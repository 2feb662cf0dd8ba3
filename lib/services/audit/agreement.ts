import type { Queryable } from "@/lib/db/client";
import {
  type AuditedAttempt,
  type AuditRow,
  attemptKinds,
  attemptsOn,
  auditById,
  type ComparedRun,
  comparedRuns,
} from "@/lib/db/queries/audits";
import type { Agreement } from "@/lib/domain/audit";
import type { Outcome } from "@/lib/domain/outcome";

type RunState = "waiting" | "running" | "agreed" | "disagreed" | "failed";

/** One tree that was run twice. */
export type AuditedRun = {
  instanceId: string;
  /** Runs of the instance that rest on the first verdict. */
  runIds: number[];
  state: RunState;
  first: { evaluationId: string; outcome: Outcome | null; reason: string | null; artifacts: string | null };
  second: { evaluationId: string; outcome: Outcome | null; reason: string | null; artifacts: string | null };
};

export type AuditReport = {
  audit: AuditRow;
  agreement: Agreement;
  runs: AuditedRun[];
  /** Attempts of the experiment that the audit did not draw, and those that no run decided. */
  notDrawn: number;
  patchAlone: number;
  /** Attempts have been moved to other verdicts since it began: it says nothing about them any more. */
  outdated: boolean;
};

/** What an audit shows, attempt by attempt, against the outcomes that the experiment has now. */
export function auditReport(q: Queryable, auditId: string): AuditReport | null {
  const audit = auditById(q, auditId);
  if (audit === null) return null;
  const compared = comparedRuns(q, auditId);
  const ids = compared.map((run) => run.evaluationId);
  const attempts = attemptsOn(q, audit.experimentId, ids);
  const byEvaluation = new Map<string, AuditedAttempt[]>();
  for (const attempt of attempts) {
    const id = attempt.evaluationId ?? "";
    byEvaluation.set(id, [...(byEvaluation.get(id) ?? []), attempt]);
  }
  const runs = compared.map((run) => auditedRun(run, byEvaluation.get(run.evaluationId) ?? []));
  const kinds = attemptKinds(q, audit.experimentId);
  return {
    audit,
    agreement: agreementOf(runs),
    runs,
    notDrawn: kinds.run - attempts.length,
    patchAlone: kinds.patchAlone,
    outdated: compared.some((run) => run.attemptsThen !== (byEvaluation.get(run.evaluationId)?.length ?? 0)),
  };
}

function auditedRun(run: ComparedRun, attempts: readonly AuditedAttempt[]): AuditedRun {
  // What the attempts say is what is published; the first run's own row may have been run again since.
  const outcome = attempts[0]?.outcome ?? run.first.outcome;
  return {
    instanceId: run.instanceId,
    runIds: attempts.map((attempt) => attempt.runId),
    state: stateOf(run, outcome),
    first: { ...run.first, evaluationId: run.evaluationId, outcome },
    second: {
      evaluationId: run.rerunId,
      outcome: run.second.outcome,
      reason: run.second.reason,
      artifacts: run.second.artifacts,
    },
  };
}

function stateOf({ second }: ComparedRun, outcome: Outcome | null): RunState {
  if (second.state !== "settled") return second.state === "running" ? "running" : "waiting";
  if (second.outcome === "infra-error") return "failed";
  return second.outcome === outcome ? "agreed" : "disagreed";
}

function agreementOf(runs: readonly AuditedRun[]): Agreement {
  const sum = (...states: RunState[]) =>
    runs.filter((run) => states.includes(run.state)).reduce((total, run) => total + run.runIds.length, 0);
  return {
    compared: sum("agreed", "disagreed"),
    agreed: sum("agreed"),
    waiting: sum("waiting", "running"),
    failed: sum("failed"),
  };
}
