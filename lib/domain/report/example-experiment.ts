import { type AttemptResult, type ExperimentResult, UNKNOWN_PROVENANCE } from "@/lib/domain/experiment";

/** Experiments as a test may need them. */
export const IDS = ["s-1", "s-2", "s-3", "s-4"];

export function attempt(instanceId: string, runId: number, more: Partial<AttemptResult> = {}): AttemptResult {
  return {
    instanceId,
    runId,
    outcome: "failed",
    reason: "1 of 2 expected tests did not pass: N.T.A.",
    applied: true,
    fileHit: true,
    fileHitAny: true,
    touched: ["b.cs", "a.cs"],
    patchSha256: "00",
    gradedTree: "11",
    tests: [],
    durationMs: 12,
    ...more,
  };
}

/** A system that solves the first `solved` instances with each of its ten attempts. */
export function experiment(solved: number, more: Partial<ExperimentResult> = {}): ExperimentResult {
  const attempts = IDS.flatMap((id, i) =>
    Array.from({ length: 10 }, (_, run) => attempt(id, run + 1, i < solved ? { outcome: "passed" } : {})),
  );
  return {
    identity: { agent: "aider", model: "m", temperature: "0.4" },
    set: "golden",
    k: 10,
    verified: false,
    expectedInstanceIds: IDS,
    official: true,
    attempts,
    provenance: UNKNOWN_PROVENANCE,
    logs: null,
    logsUrl: null,
    ...more,
  };
}

export const without = (result: ExperimentResult, id: string) => ({
  ...result,
  attempts: result.attempts.filter((one) => one.instanceId !== id),
});

export const named = (agent: string) => ({ agent, model: "m", temperature: null });
export const lines = (csv: string) => csv.trimEnd().split("\n");
export const record = (csv: string, line: number) => {
  const [head = [], cells = []] = [lines(csv)[0]?.split(","), lines(csv)[line]?.split(",")];
  return Object.fromEntries(head.map((name, i) => [name, cells[i]]));
};
