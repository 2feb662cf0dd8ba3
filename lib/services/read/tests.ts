import { and, asc, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { testResults } from "@/lib/db/schema";
import type { TestCaseView } from "@/lib/domain/attempt-views";
import { type Instance, suitesOf } from "@/lib/domain/instance";

/** Cases a page lists; a results file may hold many thousands. */
const SHOWN_CASES = 500;
/** Characters of a message or a stack trace. */
const SHOWN_TEXT = 4000;

/**
 * Test cases of an evaluation. Messages and traces quote the hidden tests, and a patch's own tests can bear
 * any name: who may not read details gets the names and outcomes of the expected tests alone.
 */
export function readTests(
  q: Queryable,
  evaluationId: string,
  instance: Instance | null,
  details: boolean,
): { tests: TestCaseView[]; testsKept: number } {
  const suites = instance ? suitesOf(instance) : [];
  const of = eq(testResults.evaluationId, evaluationId);
  const expected = eq(testResults.expected, true);
  const rows = q
    .select()
    .from(testResults)
    .where(details ? of : and(of, expected))
    .orderBy(asc(testResults.id))
    .limit(SHOWN_CASES)
    .all();
  const tests = rows.map((row) => ({
    suite: suites[row.suite]?.test_platform ?? `suite ${row.suite + 1}`,
    fullName: row.fullName,
    result: row.result,
    label: details ? row.label : null,
    expected: row.expected,
    durationMs: row.durationMs,
    message: details ? cut(row.message) : null,
    stackTrace: details ? cut(row.stackTrace) : null,
  }));
  if (details) return { tests, testsKept: 0 };
  const kept = q
    .select({ count: sql<number>`count(*)` })
    .from(testResults)
    .where(and(of, eq(testResults.expected, false)))
    .get();
  return { tests, testsKept: kept?.count ?? 0 };
}

function cut(text: string | null): string | null {
  if (text === null || text.length <= SHOWN_TEXT) return text;
  return `${text.slice(0, SHOWN_TEXT)} … (${text.length - SHOWN_TEXT} more characters)`;
}
