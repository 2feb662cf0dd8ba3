import { and, eq } from "drizzle-orm";
import { instancesOfSet } from "@/lib/benchmark/dataset";
import { gates } from "@/lib/db/schema";
import { BENCHMARK_SETS, type BenchmarkSet } from "@/lib/domain/instance";
import type { SetTab } from "@/lib/domain/views";
import type { ReadContext } from "./context";
import { countPublicExperiments } from "./queries";

/** The sets with what stands behind each: instances, how many are gated, systems measured. */
export function readTabs(context: ReadContext): SetTab[] {
  const systems = context.database ? countPublicExperiments(context.database.query) : new Map();
  const gated = gatedIds(context);
  return BENCHMARK_SETS.map((set) => {
    const entries = instancesOfSet(context.benchmark, set);
    return {
      set,
      instances: entries.length,
      gated: entries.filter((entry) => gated.has(entry.instance.instance_id)).length,
      experiments: systems.get(set) ?? 0,
    };
  });
}

/** The set to show when the reader names none: the first one with results, else the first. */
export function defaultSet(tabs: readonly SetTab[]): BenchmarkSet {
  return tabs.find((tab) => tab.experiments > 0)?.set ?? "golden";
}

function gatedIds(context: ReadContext): Set<string> {
  if (context.database === null) return new Set();
  const rows = context.database.query
    .selectDistinct({ id: gates.instanceId })
    .from(gates)
    .where(and(eq(gates.status, "gated")))
    .all();
  return new Set(rows.map((row) => row.id));
}
