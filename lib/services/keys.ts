import type { GateKey } from "@/lib/db/queries/evaluations";
import type { ExperimentIdentity } from "@/lib/domain/experiment";
import { sha256Hex } from "@/lib/domain/experiment-slug";
import type { BenchmarkSet } from "@/lib/domain/instance";

/** Digits of a key that make an id: 64 bits. */
const ID_DIGITS = 16;

/** What an evaluation's result depends on, and nothing else. */
export function evaluationKey(gate: GateKey, gradedTree: string): string {
  const { instanceId, definitionHash, imageDigest, harnessVersion } = gate;
  return sha256Hex(JSON.stringify([instanceId, definitionHash, gradedTree, imageDigest, harnessVersion]));
}

/** The same tree run again for an audit: the audit is part of the key, so that nothing is shared with it. */
export function auditedEvaluationKey(gate: GateKey, gradedTree: string, auditId: string): string {
  return sha256Hex(JSON.stringify([evaluationKey(gate, gradedTree), "audit", auditId]));
}

/** What makes a second hand-in the same experiment again. */
export function experimentKey(input: {
  fileSha256: string;
  set: BenchmarkSet;
  identity: ExperimentIdentity;
  k: number;
  official: boolean;
  instanceIds: readonly string[];
  datasetHash: string;
  harnessVersion: string;
  /** Equal files of two accounts are two experiments. Null for this installation's own command line. */
  ownerId?: string | null;
}): string {
  const { agent, model, temperature } = input.identity;
  return sha256Hex(
    JSON.stringify([
      input.fileSha256,
      input.set,
      [agent, model, temperature],
      input.k,
      input.official,
      input.instanceIds,
      input.datasetHash,
      input.harnessVersion,
      ...(input.ownerId ? [input.ownerId] : []),
    ]),
  );
}

/** A short id from a key: the same thing has the same id in every database. */
export function idFromKey(key: string): string {
  return key.slice(0, ID_DIGITS);
}
