import { and, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database, Queryable } from "@/lib/db/client";
import { attempts, auditRuns, audits, evaluations, experiments, submissions } from "@/lib/db/schema";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { InstanceMeasures } from "@/lib/domain/instance-views";
import type { InstanceMetrics } from "@/lib/domain/metrics";
import { setMetrics } from "@/lib/domain/set-metrics";
import { discrimination } from "@/lib/domain/statistics/discrimination";
import { median } from "@/lib/domain/statistics/median";
import { versionOf } from "./board-entries";
import type { ReadContext } from "./context";
import { cellsOfExperiments, isOnLeaderboard, publicExperiments } from "./queries";
import { toResult } from "./result";

export const UNMEASURED: InstanceMeasures = {
  discrimination: null,
  medianMs: null,
  evaluations: 0,
  reruns: { compared: 0, different: 0 },
};

type Measures = ReadonlyMap<string, InstanceMeasures>;
const kept = new WeakMap<Database, { version: string; sets: Map<BenchmarkSet, Measures> }>();

/** What the public runs of a set tell about each of its instances; read once for each state of the database. */
export function readInstanceMeasures({ database }: ReadContext, set: BenchmarkSet): Measures {
  if (database === null) return new Map();
  const version = versionOf(database);
  let known = kept.get(database);
  if (known?.version !== version) {
    known = { version, sets: new Map() };
    kept.set(database, known);
  }
  const measures = known.sets.get(set) ?? measureInstances(database.query, set);
  known.sets.set(set, measures);
  return measures;
}

function measureInstances(q: Queryable, set: BenchmarkSet): Measures {
  const systems = completeSystems(q, set);
  const durations = durationsByInstance(q, set);
  const reruns = rerunsByInstance(q, set);
  const ids = new Set([...systems.flatMap((one) => [...one.instances.keys()]), ...durations.keys()]);
  return new Map(
    [...ids].map((id) => {
      const runs = durations.get(id) ?? [];
      const measures: InstanceMeasures = {
        discrimination: discriminationOf(systems, id),
        medianMs: median(runs.flatMap((ms) => ms ?? [])),
        evaluations: runs.length,
        reruns: reruns.get(id) ?? UNMEASURED.reruns,
      };
      return [id, measures];
    }),
  );
}

/** A complete system: its instances by id, and the sum of their pass@1. */
type System = { instances: ReadonlyMap<string, InstanceMetrics>; sum: number };

function completeSystems(q: Queryable, set: BenchmarkSet): System[] {
  const rows = publicExperiments(q, set);
  const cells = cellsOfExperiments(q, rows);
  return rows
    .map((experiment) => setMetrics(toResult(experiment, cells.get(experiment.id) ?? [])))
    .filter((metrics) => metrics.complete)
    .map(({ instances }) => ({
      instances: new Map(instances.map((one) => [one.instanceId, one])),
      sum: instances.reduce((sum, one) => sum + (one.passAt[0] ?? 0), 0),
    }));
}

function discriminationOf(systems: readonly System[], instanceId: string): number | null {
  const answers = systems.flatMap(({ instances, sum }) => {
    const own = instances.get(instanceId);
    if (!own || instances.size < 2) return [];
    const rest = (sum - (own.passAt[0] ?? 0)) / (instances.size - 1);
    return [{ solved: own.passedCount > 0, rest }];
  });
  return discrimination(answers);
}

/** How long each distinct run took; a run that many attempts share counts once. */
function durationsByInstance(q: Queryable, set: BenchmarkSet): Map<string, (number | null)[]> {
  const rows = q
    .selectDistinct({ id: evaluations.id, instanceId: evaluations.instanceId, ms: evaluations.durationMs })
    .from(attempts)
    .innerJoin(evaluations, eq(evaluations.id, attempts.evaluationId))
    .innerJoin(experiments, eq(experiments.id, attempts.experimentId))
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(and(eq(experiments.set, set), isOnLeaderboard, eq(evaluations.state, "settled")))
    .all();
  const byInstance = new Map<string, (number | null)[]>();
  for (const { instanceId, ms } of rows) {
    const list = byInstance.get(instanceId);
    if (list) list.push(ms);
    else byInstance.set(instanceId, [ms]);
  }
  return byInstance;
}

/** Second runs of the same tree by audits of public experiments, and how many ended with another outcome. */
function rerunsByInstance(q: Queryable, set: BenchmarkSet): Map<string, InstanceMeasures["reruns"]> {
  const second = alias(evaluations, "second");
  const rows = q
    .select({
      instanceId: evaluations.instanceId,
      compared: sql<number>`count(*)`,
      different: sql<number>`sum(${second.outcome} <> ${evaluations.outcome})`,
    })
    .from(auditRuns)
    .innerJoin(audits, eq(audits.id, auditRuns.auditId))
    .innerJoin(experiments, eq(experiments.id, audits.experimentId))
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .innerJoin(evaluations, eq(evaluations.id, auditRuns.evaluationId))
    .innerJoin(second, eq(second.id, auditRuns.rerunId))
    .where(
      and(
        eq(experiments.set, set),
        isOnLeaderboard,
        eq(second.state, "settled"),
        ne(second.outcome, "infra-error"),
        ne(evaluations.outcome, "infra-error"),
      ),
    )
    .groupBy(evaluations.instanceId)
    .all();
  return new Map(rows.map(({ instanceId, compared, different }) => [instanceId, { compared, different }]));
}
