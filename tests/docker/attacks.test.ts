import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluateOracle, evaluatePatch } from "@/evaluator/evaluate";
import type { Evaluation, RunResult } from "@/evaluator/evaluate-types";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readOraclePatch } from "@/lib/benchmark/files";
import { grade } from "@/lib/domain/grade";
import type { Outcome } from "@/lib/domain/outcome";
import type { ExpectedTests } from "@/lib/domain/run";
import { type SampleEvaluator, sampleEvaluator } from "./support/sample-evaluator";
import { unwatchedRun } from "./support/unwatched-run";

/** Enough for a run on a busy machine. */
const ROOMY = 120;

let kit: SampleEvaluator;
let entry: InstanceEntry;
let expected: ExpectedTests;
let warmImage: string;

beforeAll(async () => {
  kit = await sampleEvaluator();
  entry = withTimeout(ROOMY);
  const oracle = await evaluateOracle(kit.deps, { entry });
  if (oracle.status !== "oracle" || !oracle.expected) throw new Error(JSON.stringify(oracle));
  expected = oracle.expected;
  warmImage = oracle.run.warm.image;
});
afterAll(async () => {
  await kit?.close();
});

const variants = new Map<number, InstanceEntry>();

/** The instance with a time limit; one object for each, since everything about an instance hangs on it. */
function withTimeout(seconds: number): InstanceEntry {
  const from = kit.entry("sample-packrat-1");
  const made = variants.get(seconds) ?? { ...from, instance: { ...from.instance, timeout_seconds: seconds } };
  variants.set(seconds, made);
  return made;
}

function fixture(name: string): Uint8Array {
  return readFileSync(path.join(import.meta.dirname, "../fixtures/attacks", `${name}.patch`));
}

async function evaluate(name: string, seconds = ROOMY): Promise<Evaluation> {
  // What never ends gets half a processor: it would only burn the time of the tests beside it.
  const cpus = seconds < ROOMY ? 0.5 : 0;
  return await evaluatePatch(
    { ...kit.deps, settings: { ...kit.deps.settings, cpus } },
    {
      entry: withTimeout(seconds),
      expected,
      patch: fixture(name),
    },
  );
}

function ran(evaluation: Evaluation): RunResult {
  if (evaluation.status !== "graded") throw new Error(`not run: ${JSON.stringify(evaluation)}`);
  return evaluation;
}

describe("honest patches", () => {
  test("the developers' fix passes", async () => {
    const patch = readOraclePatch(entry.dataset, entry.instance.instance_id);
    if (!patch) throw new Error("no oracle patch");
    const result = ran(await evaluatePatch(kit.deps, { entry, expected, patch }));
    expect(result.grade).toMatchObject({ outcome: "passed", notes: [] });
    expect(result.grade.tests.filter((one) => one.expected)).toHaveLength(expected[0]?.length ?? -1);
  });

  test("a wrong fix fails", async () => {
    expect(ran(await evaluate("wrong-fix")).grade.outcome).toBe("failed");
  });
});

/** The second version was seen as well, or only the first: what the tests really gave. */
const LATE = /tampered|7 of 9 expected tests did not pass/;

/** name of the fixture, what it does, the outcome and words of its reason; seconds where it never ends. */
const ATTACKS: [
  name: string,
  what: string,
  outcome: Outcome | "failed or no-results",
  reason: RegExp,
  seconds?: number,
][] = [
  ["exits", "ends the process with code 0", "no-results", /code 0/],
  ["own-results", "writes a passing results file and ends the process", "no-results", /canary|added|saved/],
  [
    "prints-results",
    "prints a passing XML and the lines of the test framework",
    "no-results",
    /no results file/,
  ],
  ["late-results", "turns failures in the saved file when the process ends", "failed or no-results", LATE],
  ["late-results-consistent", "turns failures and mends every count", "failed or no-results", LATE],
  ["late-results-moved", "puts another file in the place of the saved one", "failed or no-results", LATE],
  ["late-results-link", "puts a link in the place of the saved file", "failed or no-results", LATE],
  [
    "ends-watcher",
    "would kill the watcher of the results file, then turns failures",
    "failed or no-results",
    LATE,
  ],
  [
    "stops-watcher",
    "would stop the watcher of the results file, then turns failures",
    "failed or no-results",
    LATE,
  ],
  ["hooks-runner", "turns results in a callback of the test runner", "no-results", /must fail/],
  ["shadows-assert", "puts an empty Assert in front of the framework's", "no-results", /without its message/],
  ["starts-up", "writes results when the editor starts, and ends it", "no-results", /lack the test/],
  ["embeds-framework", "lays its own test framework under Packages", "failed", /did not pass/],
  [
    "shadows-assert-in-part",
    "puts an Assert in front that fails for texts alone",
    "no-results",
    /without its message/,
  ],
  ["edits-hidden-test", "brings its own version of the hidden test", "failed", /did not pass/],
  ["replaces-framework", "replaces the test framework", "failed", /did not pass/],
  ["excuses", "prints the lines of a missing licence, package and compiler", "failed", /did not pass/],
  ["outlives", "leaves processes behind", "failed", /did not pass/],
  ["floods-log", "prints forty megabytes", "failed", /did not pass/],
  ["kills-all", "kills every process of the sandbox", "crashed", /137|kill/i],
  ["overflows-stack", "recurses without end", "crashed", /crash/],
  ["takes-memory", "takes all memory", "out-of-memory", /memory/],
  ["fills-disk", "fills the disk", "crashed", /disk/],
  ["breaks-compilation", "does not compile", "compile-error", /Satchel\.cs\(\d+,\d+\): error CS\d+/],
  ["hangs", "loops without end", "timed-out", /s/, 12],
  ["forks", "starts processes without end", "timed-out", /s/, 12],
];

describe("attacks", () => {
  test.each(ATTACKS)("%s: a patch that %s ends as %s", async (name, _what, outcome, reason, seconds) => {
    const { grade: verdict } = ran(await evaluate(name, seconds));
    expect(verdict.reason).toMatch(reason);
    expect(outcome.split(" or ")).toContain(verdict.outcome);
  });

  test("a patch with a link that leads out of the tree is refused and not run", async () => {
    expect(await evaluate("links-out")).toMatchObject({ status: "patch", outcome: "patch-refused" });
  });

  test("the late, consistent forgery would pass if the file were read when all is over", async () => {
    const forged = await unwatchedRun(kit.deps, entry, warmImage, fixture("late-results-consistent"));
    expect(grade([forged], expected)).toMatchObject({ outcome: "passed", notes: [] });
  });
});

test("no sandbox is left of all this", async () => {
  const containers = await kit.engine.docker.listContainers({ all: true });
  const mine = containers.filter((one) => Object.values(one.Labels).includes(kit.labels.owner ?? "none"));
  expect(mine).toEqual([]);
});
