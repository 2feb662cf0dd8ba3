import { and, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Queryable } from "@/lib/db/client";
import { attempts, auditRuns, audits, evaluations, experiments, submissions } from "@/lib/db/schema";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { type SetMetrics, setMetrics } from "@/lib/domain/set-metrics";
import { discrimination } from "@/lib/domain/statistics/discrimination";
import { median } from "@/lib/domain/statistics/median";
import type { InstanceMeasures } from "@/lib/domain/views";
import type { ReadContext } from "./context";
import { cellsOfExperiments, isOnLeaderboard, publicExperiments } from "./queries";
import { toResult } from "./result";

export const UNMEASURED: InstanceMeasures = {
  discrimination: null,
  medianMs: null,
  evaluations: 0,
  reruns: { compared: 0, different: 0 },
};

/** What the public runs of a set tell about each of its instances. */
export function readInstanceMeasures(context: ReadContext, set: BenchmarkSet): Map<string, InstanceMeasures> {
  if (context.database === null) return new Map();
  const q = context.database.query;
  const systems = completeSystems(q, set);
  const durations = durationsByInstance(q, set);
  const reruns = rerunsByInstance(q, set);
  const ids = new Set([
    ...systems.flatMap((one) => one.instances.map((i) => i.instanceId)),
    ...durations.keys(),
  ]);
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

function completeSystems(q: Queryable, set: BenchmarkSet): SetMetrics[] {
  const rows = publicExperiments(q, set);
  const cells = cellsOfExperiments(q, rows);
  return rows
    .map((experiment) => setMetrics(toResult(experiment, cells.get(experiment.id) ?? [])))
    .filter((metrics) => metrics.complete);
}

function discriminationOf(systems: readonly SetMetrics[], instanceId: string): number | null {
  const answers = systems.flatMap(({ instances }) => {
    const own = instances.find((one) => one.instanceId === instanceId);
    const others = instances.filter((one) => one !== own);
    if (!own || others.length === 0) return [];
    const rest = others.reduce((sum, one) => sum + (one.passAt[0] ?? 0), 0) / others.length;
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
