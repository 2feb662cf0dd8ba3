export const NUNIT_RESULTS = ["Passed", "Failed", "Skipped", "Inconclusive"] as const;
export type NunitResult = (typeof NUNIT_RESULTS)[number];

/** One `test-case`. Names are exact, as after XML unescaping. */
export type NunitCase = {
  fullName: string;
  className: string;
  result: NunitResult;
  label: string | null;
  /** SetUp, TearDown, Parent, Child; null for the test itself. */
  site: string | null;
  durationMs: number | null;
  message: string | null;
  stackTrace: string | null;
  /** Index of the suite that holds it; null directly below the root. */
  suite: number | null;
};

/** One `test-suite`; `parent` is the index of the suite around it. */
export type NunitSuite = {
  parent: number | null;
  type: string;
  fullName: string;
  result: NunitResult | null;
  label: string | null;
  site: string | null;
  message: string | null;
};

export type NunitCounters = Record<"total" | "passed" | "failed" | "inconclusive" | "skipped", number | null>;

export type NunitRun = {
  /** `test-suite` is how 2016 editors wrote it: without counters of the run. */
  root: "test-run" | "test-suite";
  /** Text of the root's result, such as `Failed(Child)`. */
  result: string;
  counters: NunitCounters;
  /** As written, `yyyy-MM-dd HH:mm:ssZ`. */
  startTime: string | null;
  suites: NunitSuite[];
  cases: NunitCase[];
  /** Faults that do not make the file unreadable, such as control characters in a message. */
  warnings: string[];
};

export type NunitParse = { status: "complete"; run: NunitRun } | { status: "unreadable"; message: string };
