import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readOraclePatch } from "@/lib/benchmark/files";
import type { Queryable } from "@/lib/db/client";
import { attempts, gates, patches } from "@/lib/db/schema";
import {
  type ChangedLines,
  changedLines,
  nearness,
  type OracleNearness,
  type OracleRate,
  oracleRate,
  similarity,
} from "@/lib/domain/oracle-similarity";
import type { ReadContext } from "../read/context";
import { memo } from "../read/memo";

/** A patch this large is near no fix; it is not even read. */
const LARGEST = 256 * 1024;

export type AttemptNearness = {
  instanceId: string;
  runId: number;
  nearness: OracleNearness;
  /** Changed lines of the fix that count. */
  fixLines: number;
};

/** How near the applied patches of an experiment come to the fixes. Nothing of a fix itself is in the answer. */
export function nearnessOf(context: ReadContext, experimentId: string): AttemptNearness[] {
  if (context.database === null) return [];
  const q = context.database.query;
  const rows = q
    .select({
      instanceId: attempts.instanceId,
      runId: attempts.runId,
      definitionHash: attempts.definitionHash,
      gradedTree: attempts.gradedTree,
      sha256: patches.sha256,
      size: patches.size,
    })
    .from(attempts)
    .innerJoin(patches, eq(patches.sha256, attempts.patchSha256))
    .where(and(eq(attempts.experimentId, experimentId), eq(attempts.parseable, true)))
    .orderBy(attempts.id)
    .all();
  const trees = oracleTrees(q, new Set(rows.map((row) => row.instanceId)));
  return rows.flatMap((row) => {
    const entry = context.benchmark.instances.get(row.instanceId);
    const fix = entry && fixOf(entry);
    if (!fix) return [];
    const sameTree = trees.has(`${row.instanceId} ${row.definitionHash} ${row.gradedTree}`);
    const alike = sameTree ? 1 : row.size > LARGEST ? 0 : similarityOf(q, row.sha256, entry, fix);
    const { instanceId, runId } = row;
    return [{ instanceId, runId, nearness: nearness({ sameTree, similarity: alike }), fixLines: fix.total }];
  });
}

export function similarityRate(context: ReadContext, experimentId: string): OracleRate {
  return oracleRate(nearnessOf(context, experimentId));
}

/** "instance definition tree" of every gate: the tree that the fix makes. */
function oracleTrees(q: Queryable, instanceIds: ReadonlySet<string>): Set<string> {
  const rows = q
    .select({ id: gates.instanceId, definition: gates.definitionHash, tree: gates.oracleTree })
    .from(gates)
    .where(and(inArray(gates.instanceId, [...instanceIds]), isNotNull(gates.oracleTree)))
    .all();
  return new Set(rows.map(({ id, definition, tree }) => `${id} ${definition} ${tree}`));
}

/** Read once for as long as the dataset is the same object. */
const fixes = new WeakMap<InstanceEntry["instance"], ChangedLines | null>();

function fixOf({ dataset, instance }: InstanceEntry): ChangedLines | null {
  const known = fixes.get(instance);
  if (known !== undefined) return known;
  const bytes = readOraclePatch(dataset, instance.instance_id);
  const lines = bytes && changedLines(new TextDecoder().decode(bytes));
  fixes.set(instance, lines);
  return lines;
}

/** Patches never change, so neither does their similarity to a fix that stays. */
const similarities = memo<number>(20_000);

function similarityOf(q: Queryable, sha256: string, { instance, dataset }: InstanceEntry, fix: ChangedLines) {
  return similarities(`${sha256} ${dataset.hash} ${instance.instance_id}`, () => {
    const row = q.select({ bytes: patches.bytes }).from(patches).where(eq(patches.sha256, sha256)).get();
    return similarity(changedLines(new TextDecoder().decode(row?.bytes)), fix);
  });
}
