import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { attempts, evaluations, jobs } from "@/lib/db/schema";
import { median } from "@/lib/domain/statistics/median";

/** Runs of an instance that its median is taken of: the latest ones. */
const LATEST = 25;

type Open = {
  instanceId: string;
  priority: number;
  id: number;
  mine: number;
  /** When it began, for a run that is under way. */
  begun: number | null;
};

/**
 * How long an experiment still takes: the median run of each instance for everything up to its last job, less what
 * has gone by of those under way, by as many at a time as ran lately. Null while none has been timed or planned.
 */
export function secondsLeft(q: Queryable, experimentId: string, now = Date.now()): number | null {
  const open = openRuns(q, experimentId);
  const mine = open.filter((run) => run.mine === 1);
  if (mine.length === 0) return null;
  const last = mine.reduce((a, b) => (comesBefore(a, b) ? b : a));
  const until = open.filter((run) => run.mine === 1 || comesBefore(run, last));
  const medians = medianRuns(q, [...new Set(until.map((run) => run.instanceId))]);
  const usual = median([...medians.values()]);
  if (usual === null) return null;
  const total = until.reduce((sum, run) => {
    const gone = run.begun === null ? 0 : now - run.begun;
    return sum + Math.max(0, (medians.get(run.instanceId) ?? usual) - gone);
  }, 0);
  const running = open.filter((run) => run.begun !== null).length;
  return Math.ceil(total / Math.max(1, running, lately(q, now)) / 1000);
}

/** Runs that `lately` looks at, and how far back. */
const LATELY = 20;
const LATELY_MS = 15 * 60_000;

/**
 * How many runs went on at a time of late. What runs this very moment falls between two runs, and would make the
 * estimate jump to its double and back.
 */
function lately(q: Queryable, now: number): number {
  const row = q.get<{ busy: number | null; span: number | null }>(sql`
    select sum(settled_at - started_at) as busy, max(settled_at) - min(started_at) as span
    from (select started_at, settled_at from ${evaluations}
      where state = 'settled' and started_at is not null and settled_at > ${now - LATELY_MS}
      order by settled_at desc limit ${LATELY})`);
  return row?.span ? (row.busy ?? 0) / row.span : 0;
}

function comesBefore(a: Open, b: Open): boolean {
  return a.priority > b.priority || (a.priority === b.priority && a.id < b.id);
}

/** Runs that wait or are under way, everybody's. */
function openRuns(q: Queryable, experimentId: string): Open[] {
  return q.all<Open>(sql`
    select e.instance_id as instanceId, j.priority as priority, j.id as id,
      iif(j.state = 'claimed', e.started_at, null) as begun,
      exists (select 1 from ${attempts} as a where a.evaluation_id = e.id and a.state = 'checked'
        and a.experiment_id = ${experimentId}) as mine
    from ${jobs} as j join ${evaluations} as e on e.id = j.evaluation_id
    where j.state in ('blocked', 'queued', 'claimed')`);
}

/** The median length of the latest runs of some instances, in milliseconds. */
function medianRuns(q: Queryable, instanceIds: readonly string[]): Map<string, number> {
  const rows = q.all<{ instanceId: string; durationMs: number }>(sql`
    select instanceId, durationMs from (
      select instance_id as instanceId, duration_ms as durationMs,
        row_number() over (partition by instance_id order by settled_at desc) as place
      from ${evaluations}
      where state = 'settled' and outcome <> 'infra-error' and duration_ms > 0
        and instance_id in (select value from json_each(${JSON.stringify(instanceIds)})))
    where place <= ${LATEST}`);
  const lengths = new Map<string, number[]>();
  for (const { instanceId, durationMs } of rows) {
    lengths.set(instanceId, [...(lengths.get(instanceId) ?? []), durationMs]);
  }
  return new Map([...lengths].map(([id, list]) => [id, median(list) ?? 0]));
}
