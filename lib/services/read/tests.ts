import { asc, eq } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { testResults } from "@/lib/db/schema";
import { type Instance, suitesOf } from "@/lib/domain/instance";
import type { TestCaseView } from "@/lib/domain/views";

/** Cases a page lists; a results file may hold many thousands. */
const SHOWN_CASES = 500;
/** Characters of a message or a stack trace. */
const SHOWN_TEXT = 4000;

/**
 * Test cases of an evaluation. Messages and traces quote the hidden tests, so they are given for the
 * sample set alone; for the others a name and an outcome must do.
 */
export function readTests(
  q: Queryable,
  evaluationId: string,
  instance: Instance | null,
  withMessages: boolean,
): TestCaseView[] {
  const suites = instance ? suitesOf(instance) : [];
  return q
    .select()
    .from(testResults)
    .where(eq(testResults.evaluationId, evaluationId))
    .orderBy(asc(testResults.id))
    .limit(SHOWN_CASES)
    .all()
    .map((row) => ({
      suite: suites[row.suite]?.test_platform ?? `suite ${row.suite + 1}`,
      fullName: row.fullName,
      result: row.result,
      label: row.label,
      expected: row.expected,
      durationMs: row.durationMs,
      message: withMessages ? cut(row.message) : null,
      stackTrace: withMessages ? cut(row.stackTrace) : null,
    }));
}

function cut(text: string | null): string | null {
  if (text === null || text.length <= SHOWN_TEXT) return text;
  return `${text.slice(0, SHOWN_TEXT)} … (${text.length - SHOWN_TEXT} more characters)`;
}
