import { and, eq, sql } from "drizzle-orm";
import { type InstanceEntry, instancesOfSet } from "@/lib/benchmark/dataset";
import { attempts, experiments, submissions } from "@/lib/db/schema";
import { type BenchmarkSet, suitesOf } from "@/lib/domain/instance";
import type { GateView, InstanceRow, InstancesView, InstanceView } from "@/lib/domain/instance-views";
import { DEFAULT_SORT, sortRows } from "@/lib/domain/leaderboard-order";
import { instanceHref } from "@/lib/domain/links";
import { systemText } from "@/lib/domain/system-text";
import { type ReadContext, readContext } from "./context";
import { readGates } from "./gate";
import { gridRow } from "./grid";
import { readInstanceMeasures, UNMEASURED } from "./instance-measures";
import { instanceTitle, readIssue } from "./issue";
import { leaderboardEntries } from "./leaderboard";
import { cellsOfInstance, isOnLeaderboard } from "./queries";
import { defaultSet, readTabs } from "./tabs";

/** How the public systems did at one instance. */
type Solved = Pick<InstanceRow, "systems" | "systemsSolved" | "attempts">;
const NOBODY: Solved = { systems: 0, systemsSolved: 0, attempts: { counted: 0, passed: 0 } };

/** The instances of a set; without a set, of the first one that has results. */
export function readInstances(
  set: BenchmarkSet | undefined,
  context: ReadContext = readContext(),
): InstancesView {
  const tabs = readTabs(context);
  const shown = set ?? defaultSet(tabs);
  const entries = instancesOfSet(context.benchmark, shown);
  const gates = readGates(context, entries);
  const solved = solvedBySystem(context, shown);
  const measures = readInstanceMeasures(context, shown);
  const rows = entries.map((entry) => {
    const id = entry.instance.instance_id;
    return instanceRow(entry, {
      gate: gates.get(id) ?? NOT_GATED,
      ...(solved.get(id) ?? NOBODY),
      measures: measures.get(id) ?? UNMEASURED,
    });
  });
  return { set: shown, tabs, rows };
}

const NOT_GATED: GateView = { status: "not-gated", reason: null, at: null };

/** Everything the page of one instance shows; never its hidden tests, its fix or its target files. */
export function readInstance(id: string, context: ReadContext = readContext()): InstanceView | null {
  const entry = context.benchmark.instances.get(id);
  if (!entry) return null;
  const { instance, repo } = entry;
  const set = instance.benchmark_set;
  const grid = systemGrid(context, set, id);
  const solved: Solved = {
    systems: grid.filter((row) => row.passedOf.counted > 0).length,
    systemsSolved: grid.filter((row) => row.passedOf.passed > 0).length,
    attempts: {
      counted: grid.reduce((sum, row) => sum + row.passedOf.counted, 0),
      passed: grid.reduce((sum, row) => sum + row.passedOf.passed, 0),
    },
  };
  const issue = readIssue(entry);
  const row = instanceRow(entry, {
    gate: readGates(context, [entry]).get(id) ?? NOT_GATED,
    ...solved,
    measures: readInstanceMeasures(context, set).get(id) ?? UNMEASURED,
  });
  return {
    ...row,
    standin: repo.standin,
    k: Math.max(10, ...grid.flatMap((row) => row.cells.map((cell) => cell.runId))),
    baseHref: row.repoUrl ? `${row.repoUrl}/commit/${instance.base_sha}` : null,
    issueNumber: instance.issue_number ?? null,
    issueText: issue.body,
    unityVersion: instance.unity_version ?? null,
    suites: suitesOf(instance).length,
    grid,
  };
}

type Findings = Solved & Pick<InstanceRow, "gate" | "measures">;

function instanceRow(entry: InstanceEntry, findings: Findings): InstanceRow {
  const { instance, repo } = entry;
  const web = repo.web_url ?? webUrlOf(repo.url);
  return {
    id: instance.instance_id,
    set: instance.benchmark_set,
    href: instanceHref(instance.instance_id),
    title: instanceTitle(entry),
    repoName: repo.name,
    repoUrl: web,
    issueHref: issueHref(entry, web),
    baseSha: instance.base_sha,
    bucket: instance.unity_bucket,
    platforms: [...new Set(suitesOf(instance).map((suite) => suite.test_platform))],
    targets: instance.target_files.length,
    ...findings,
  };
}

/** The web page of a repository that is cloned from GitHub. */
function webUrlOf(cloneUrl: string): string | null {
  const match = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+?(?=\.git$|$)/.exec(cloneUrl);
  return match?.[0] ?? null;
}

function issueHref({ instance }: InstanceEntry, web: string | null): string | null {
  if (instance.issue_url?.startsWith("https://")) return instance.issue_url;
  return web && instance.issue_number ? `${web}/issues/${instance.issue_number}` : null;
}

function systemGrid(context: ReadContext, set: BenchmarkSet, id: string): InstanceView["grid"] {
  if (context.database === null) return [];
  const cells = cellsOfInstance(context.database.query, set, id);
  const rows = sortRows(leaderboardEntries(set, context), DEFAULT_SORT).map((row) =>
    gridRow(
      { id: row.experimentId, label: systemText(row), href: row.href },
      cells.filter((cell) => cell.experimentId === row.experimentId),
    ),
  );
  return rows.filter((row) => row.cells.length > 0);
}

/** Passed and counted attempts of every instance of a set, in one query. */
function solvedBySystem(context: ReadContext, set: BenchmarkSet): Map<string, Solved> {
  if (context.database === null) return new Map();
  const rows = context.database.query
    .select({
      instanceId: attempts.instanceId,
      counted: sql<number>`sum(${attempts.outcome} is not null and ${attempts.outcome} <> 'infra-error')`,
      passed: sql<number>`sum(${attempts.outcome} is 'passed')`,
    })
    .from(attempts)
    .innerJoin(experiments, eq(experiments.id, attempts.experimentId))
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(and(eq(experiments.set, set), isOnLeaderboard))
    .groupBy(attempts.instanceId, attempts.experimentId)
    .all();
  const solved = new Map<string, Solved>();
  for (const row of rows) {
    const so = solved.get(row.instanceId) ?? NOBODY;
    solved.set(row.instanceId, {
      systems: so.systems + (row.counted > 0 ? 1 : 0),
      systemsSolved: so.systemsSolved + (row.passed > 0 ? 1 : 0),
      attempts: { counted: so.attempts.counted + row.counted, passed: so.attempts.passed + row.passed },
    });
  }
  return solved;
}
