import { desc, inArray } from "drizzle-orm";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { definitionHash } from "@/lib/benchmark/hashes";
import { gates } from "@/lib/db/schema";
import type { GateView } from "@/lib/domain/instance-views";
import { publicGateReason } from "@/lib/domain/test-details";
import type { ReadContext } from "./context";

type GateRow = typeof gates.$inferSelect;

/** What `validate` last showed for some instances. */
export function readGates(context: ReadContext, entries: readonly InstanceEntry[]): Map<string, GateView> {
  const rows = context.database
    ? context.database.query
        .select()
        .from(gates)
        .where(
          inArray(
            gates.instanceId,
            entries.map((entry) => entry.instance.instance_id),
          ),
        )
        .orderBy(desc(gates.createdAt), desc(gates.id))
        .all()
    : [];
  const latest = new Map<string, GateRow>();
  for (const row of rows) if (!latest.has(row.instanceId)) latest.set(row.instanceId, row);
  return new Map(
    entries.map((entry) => [
      entry.instance.instance_id,
      gateView(latest.get(entry.instance.instance_id), entry),
    ]),
  );
}

function gateView(row: GateRow | undefined, entry: InstanceEntry): GateView {
  if (!row) return { status: "not-gated", reason: null, at: null };
  if (row.status === "not-gated")
    return { status: "not-gated", reason: gateReason(row, entry), at: row.createdAt };
  return {
    status: "gated",
    at: row.createdAt,
    imageName: row.imageName,
    imageDigest: row.imageDigest,
    baseMs: row.baseMs,
    oracleMs: row.oracleMs,
    tests: row.expected.reduce((sum, suite) => sum + suite.length, 0),
    stale: row.definitionHash !== hashOf(entry),
  };
}

/** Runs of a gate quote hidden tests too. */
function gateReason({ reason }: GateRow, { instance }: InstanceEntry): string {
  return instance.benchmark_set === "sample" ? reason : publicGateReason(reason);
}

/** Hashing reads every hidden test; a dataset that is read once stays the same object. */
const hashes = new WeakMap<InstanceEntry["instance"], string>();

function hashOf(entry: InstanceEntry): string {
  const known = hashes.get(entry.instance);
  if (known !== undefined) return known;
  const hash = definitionHash(entry.dataset, entry.instance);
  hashes.set(entry.instance, hash);
  return hash;
}
