import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { TestResult } from "@/lib/domain/run";
import type { Queryable } from "../client";
import { attempts, evaluations, experiments, testResults } from "../schema";

export type EvaluationRow = typeof evaluations.$inferSelect;

/** What an instance's gate is valid for. */
export type GateKey = {
  instanceId: string;
  definitionHash: string;
  imageDigest: string;
  harnessVersion: string;
};

/** Rows of one statement: SQLite allows 32,766 bound values. */
const TEST_BATCH = 500;
const EVALUATION_BATCH = 200;

export function insertEvaluations(q: Queryable, rows: readonly (typeof evaluations.$inferInsert)[]): void {
  for (let at = 0; at < rows.length; at += EVALUATION_BATCH) {
    q.insert(evaluations)
      .values(rows.slice(at, at + EVALUATION_BATCH))
      .run();
  }
}

export function evaluationsByIds(q: Queryable, ids: readonly string[]): EvaluationRow[] {
  return q
    .select()
    .from(evaluations)
    .where(inArray(evaluations.id, [...ids]))
    .all();
}

export function evaluationById(q: Queryable, id: string): EvaluationRow | null {
  return q.select().from(evaluations).where(eq(evaluations.id, id)).get() ?? null;
}

export function updateEvaluation(q: Queryable, id: string, change: Partial<EvaluationRow>): void {
  q.update(evaluations).set(change).where(eq(evaluations.id, id)).run();
}

/** Condition: the evaluation belongs to this gate. */
export const sameGate = (key: GateKey) =>
  and(
    eq(evaluations.definitionHash, key.definitionHash),
    eq(evaluations.imageDigest, key.imageDigest),
    eq(evaluations.harnessVersion, key.harnessVersion),
    eq(evaluations.instanceId, key.instanceId),
  );

/** The evaluations that belong to one gate, in one role. */
export function evaluationsOfGate(q: Queryable, key: GateKey, role: EvaluationRow["role"]): EvaluationRow[] {
  return q
    .select()
    .from(evaluations)
    .where(and(sameGate(key), eq(evaluations.role, role)))
    .all();
}

/** Evaluations of a gate that have no verdict yet. */
export function openEvaluations(q: Queryable, key: GateKey): { id: string }[] {
  return q
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(and(sameGate(key), inArray(evaluations.state, ["queued", "running"])))
    .all();
}

/** Replaces the test cases of an evaluation. */
export function replaceTestResults(q: Queryable, evaluationId: string, tests: readonly TestResult[]): void {
  q.delete(testResults).where(eq(testResults.evaluationId, evaluationId)).run();
  for (let at = 0; at < tests.length; at += TEST_BATCH) {
    q.insert(testResults)
      .values(tests.slice(at, at + TEST_BATCH).map((test) => ({ ...test, evaluationId })))
      .run();
  }
}

/** Names of the deciding tests that an evaluation passed, by suite. */
export function passedTests(q: Queryable, evaluationId: string): string[][] {
  const rows = q
    .select({ suite: testResults.suite, fullName: testResults.fullName })
    .from(testResults)
    .where(
      and(
        eq(testResults.evaluationId, evaluationId),
        eq(testResults.result, "Passed"),
        eq(testResults.expected, true),
      ),
    )
    .groupBy(testResults.suite, testResults.fullName)
    .orderBy(sql`min(${testResults.id})`)
    .all();
  const suites: string[][] = [];
  for (const row of rows) {
    while (suites.length <= row.suite) suites.push([]);
    suites[row.suite]?.push(row.fullName);
  }
  return suites;
}

/** Runs that the attempts of an experiment wait for or got their verdict from. */
export function evaluationCounts(
  q: Queryable,
  experimentId: string,
): { total: number; settled: number; running: number; meanMs: number | null } {
  const needed = sql`(select ${attempts.evaluationId} from ${attempts} where ${attempts.experimentId} = ${experimentId})`;
  const row = q
    .select({
      total: sql<number>`count(*)`,
      settled: sql<number | null>`sum(${evaluations.state} = 'settled')`,
      running: sql<number | null>`sum(${evaluations.state} = 'running')`,
      meanMs: sql<number | null>`avg(${evaluations.durationMs})`,
    })
    .from(evaluations)
    .where(sql`${evaluations.id} in ${needed}`)
    .get();
  return {
    total: row?.total ?? 0,
    settled: row?.settled ?? 0,
    running: row?.running ?? 0,
    meanMs: row?.meanMs ?? null,
  };
}

/** Candidates without a verdict that only this experiment waits for. */
export function unsharedOpenEvaluations(q: Queryable, experimentId: string): string[] {
  const others = sql`select 1 from ${attempts} as a join ${experiments} as x on x.id = a.experiment_id
    where a.evaluation_id = ${evaluations.id} and a.state = 'checked'
    and x.id <> ${experimentId} and x.state in ('queued', 'running')`;
  return q
    .selectDistinct({ id: evaluations.id })
    .from(evaluations)
    .innerJoin(attempts, eq(attempts.evaluationId, evaluations.id))
    .where(
      and(
        eq(attempts.experimentId, experimentId),
        eq(attempts.state, "checked"),
        eq(evaluations.role, "candidate"),
        ne(evaluations.state, "settled"),
        sql`not exists (${others})`,
      ),
    )
    .all()
    .map((row) => row.id);
}

/** Sends evaluations back to waiting, without a worker. */
export function haltEvaluations(q: Queryable, ids: readonly string[]): void {
  q.update(evaluations)
    .set({ state: "queued", startedAt: null })
    .where(inArray(evaluations.id, [...ids]))
    .run();
}
