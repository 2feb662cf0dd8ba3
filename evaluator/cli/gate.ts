import { ready } from "@/evaluator/run/ready";
import { createChecker } from "@/evaluator/worker/compose";
import { instanceSource } from "@/evaluator/worker/instance-source";
import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import type { Database } from "@/lib/db/client";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { findGate, type GateKey, type GateRow, requestGate } from "@/lib/services/gates";
import { isSettled } from "@/lib/services/progress";
import type { CommandContext } from "./context";
import { inputFailure } from "./exit-codes";
import { asFailure, evaluatorDeps } from "./runtime";
import { workHere } from "./work";

type GateWork = { database: Database; benchmark: Benchmark; sandbox: Parameters<typeof evaluatorDeps>[2] };

export type GateRuns = {
  key: GateKey;
  gate: GateRow | null;
  oracleEvaluationId: string;
  baseEvaluationId: string;
};

/** True when our own machinery kept a gate from its verdict, which says nothing about the instance. */
export function isBrokenOff(gate: Pick<GateRow, "oracleOutcome" | "baseOutcome"> | null): boolean {
  if (gate === null) return true;
  // Where the oracle does not pass, the base is not run.
  const decisive = gate.oracleOutcome === "passed" ? gate.baseOutcome : gate.oracleOutcome;
  return decisive === "infra-error";
}

/** Runs an instance's gate on this machine: the oracle, then the base. `again` forgets what is known. */
export async function runGate(
  context: CommandContext,
  work: GateWork,
  entry: InstanceEntry,
  options: { again: boolean; onLine?: (line: string) => void },
): Promise<GateRuns> {
  const { database, benchmark, sandbox } = work;
  const subject = await gateSubject(context, work, entry);
  const runs = requestGate(database, subject, { again: options.again });
  const evaluationIds = [runs.oracleEvaluationId, runs.baseEvaluationId];
  await workHere(context, {
    database,
    benchmark,
    sandbox,
    only: { evaluationIds },
    until: () => evaluationIds.every((id) => isSettled(database, id)),
    onProgress: (event) => {
      if (event.type === "evaluation-line") options.onLine?.(event.line);
    },
  });
  return { ...runs, key: subject.gate, gate: findGate(database, subject.gate) };
}

/** The gate that holds for an instance's present definition on the present image; null when none was shown. */
export async function knownGate(
  context: CommandContext,
  work: GateWork,
  entry: InstanceEntry,
): Promise<GateRow | null> {
  return findGate(work.database, (await gateKeyOf(context, work, entry)).key);
}

async function gateKeyOf(context: CommandContext, { benchmark, sandbox }: GateWork, entry: InstanceEntry) {
  const instanceId = entry.instance.instance_id;
  const prepared = await ready(evaluatorDeps(context, benchmark, sandbox), entry);
  if (prepared.status !== "ready") throw asFailure(prepared);
  const facts = instanceSource(benchmark).find(instanceId);
  if (!facts) throw inputFailure(`There is no instance ${instanceId}.`);
  const { name, digest } = prepared.editor;
  const key = {
    instanceId,
    definitionHash: facts.definitionHash,
    imageDigest: digest,
    harnessVersion: HARNESS_VERSION,
  };
  return { key, imageName: name };
}

async function gateSubject(context: CommandContext, work: GateWork, entry: InstanceEntry) {
  const { key, imageName } = await gateKeyOf(context, work, entry);
  const checker = createChecker(evaluatorDeps(context, work.benchmark, work.sandbox), work.benchmark);
  const trees = await checker.gateTrees(key.instanceId, context.signal);
  if (trees.status !== "ready") throw inputFailure(trees.reason);
  return { gate: key, imageName, baseTree: trees.base, oracleTree: trees.oracle };
}
