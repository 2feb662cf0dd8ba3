import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluateOracle, evaluatePatch } from "@/evaluator/evaluate";
import type { Evaluation, EvaluatorDeps } from "@/evaluator/evaluate-types";
import { warmInstance } from "@/evaluator/run/warm-instance";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readOraclePatch } from "@/lib/benchmark/files";
import { OUTCOMES, type Outcome } from "@/lib/domain/outcome";
import type { ExpectedTests } from "@/lib/domain/run";
import { type SampleEvaluator, sampleEvaluator } from "./support/sample-evaluator";
import { showing } from "./support/showing";

/** Enough for a run on a busy machine. */
const ROOMY = 120;
const SHORT = { seconds: 10 };

type Options = { seconds?: number; settings?: Partial<EvaluatorDeps["settings"]>; notes?: RegExp };
type Row = [shows: string, outcome: Outcome, reason: RegExp, options?: Options];

/** What the stand-in shows on the developers' fix, which passes unless what is shown keeps it from it. */
const SHOWN: readonly Row[] = [
  ["licence-other-machine", "infra-error", /licence \(it was made for another machine\)/],
  ["licence-tolerated", "passed", /All 9 expected tests passed/],
  [
    "licence-null",
    "infra-error",
    /licence \(the file is empty or no licence\): License XML document is null/,
  ],
  ["licence-document", "infra-error", /licence \(the file is empty or no licence\): .*DOMDocument is NULL/],
  ["licence-absent", "infra-error", /licence \(no licence was found\): No ULF license found/],
  ["licence-no-activation", "infra-error", /licence \(no licence was found\): No license activation found/],
  ["licence-signature", "infra-error", /licence \(the file was changed after it was made\)/],
  ["licence-expired", "infra-error", /licence \(it has expired\)/],
  ["licence-timeout", "infra-error", /licence \(the licence server was not reached\)/],
  ["licence-client-gone", "infra-error", /licence \(the licensing client did not start\)/],
  ["licence-client-slow", "infra-error", /licence \(the licensing client did not answer\)/],
  ["licence-noise", "passed", /All 9 expected tests passed/],
  ["packages-unresolved", "infra-error", /packages \(a package was not found\)/],
  ["packages-invalid", "infra-error", /packages \(a package was not found\)/],
  ["packages-unreachable", "infra-error", /packages \(the package registry was not reached\)/],
  ["packages-no-git", "infra-error", /packages \(the image has no git\)/],
  ["packages-none", "infra-error", /packages \(the package manager could not write\)/],
  ["project-open", "infra-error", /project open in another editor/],
  ["compile-package", "infra-error", /outside the patch: Library\/PackageCache\/com\.unity\.timeline/],
  ["compiler-crash", "infra-error", /did not compile for reasons outside the patch/],
  ["compiler-fault", "infra-error", /did not compile for reasons outside the patch/],
  ["compile-base", "compile-error", /does not compile: Assets\/Broken\.cs\(3,4\): error CS1002/],
  ["compile-framework", "compile-error", /does not compile: Assets\/Broken\.cs\(3,4\): error CS1002/],
  ["crash-signal", "crashed", /crashed: Caught fatal signal - signo:11/],
  ["crash-reporter", "crashed", /crashed: Native Crash Reporting|fatal signal/],
  ["crash-silent", "crashed", /ended by a kill signal \(exit code 137\)/],
  ["crash-late", "passed", /All 9/, { notes: /crashed after it had written its results/ }],
  ["hangs", "timed-out", /after 4 s without a line/, { settings: { stallSeconds: 4 } }],
  ["idles", "timed-out", /after 4 s without a line/, { settings: { stallSeconds: 4 } }],
  ["chatters", "timed-out", /limit of 10 s/, SHORT],
  ["takes-memory", "out-of-memory", /limit of 256 MiB of memory/, { settings: { memoryMb: 256 } }],
  ["fills-disk", "crashed", /filled its disk limit of 64 MiB/, { settings: { diskMb: 64 } }],
  ["disk-full", "infra-error", /disk was full \(no space was left\)/],
  ["exits-0", "no-results", /code 0\. It wrote no results file/],
  ["exits-1", "no-results", /code 1\. It wrote no results file/],
  ["exits-3", "no-results", /code 3\. It wrote no results file/],
  ["exits-4", "no-results", /code 4\. It wrote no results file/],
  ["framework-timeout", "no-results", /code 3\. It wrote no results file/],
  ["late-error", "passed", /All 9/, { notes: /exited with 3 although/ }],
  ["results-lost", "no-results", /could not save its results: Saving result file failed/],
  ["results-half", "no-results", /cannot be read/],
  ["results-comma", "passed", /All 9/],
  ["results-skipped-root", "passed", /All 9/],
  ["results-legacy-root", "passed", /All 9/],
  ["results-tear-down", "failed", /passed, but a suite failed: tear-down of/],
  ["filter-ignored", "passed", /All 9/],
  ["filter-paths", "passed", /All 9/],
  ["filter-nothing", "failed", /None of the 9 expected tests ran/],
];

/** What other files of this folder ask for: warm-disk.test.ts and licence-leaks.test.ts. */
const ELSEWHERE_ASKED = ["library-large", "licence-told"];

/** What patches bring about by themselves. */
const PATCHES: readonly [what: string, patch: string, outcome: Outcome, reason: RegExp][] = [
  ["a wrong fix", "wrong-fix", "failed", /7 of 9 expected tests did not pass/],
  ["code that does not compile", "breaks-compilation", "compile-error", /Satchel\.cs\(\d+,\d+\): error CS/],
  [
    "hidden tests that miss what they call",
    "takes-away-api",
    "compile-error",
    /hidden tests do not compile with this patch \(CS1061\)/,
  ],
  ["a second assembly of one name", "repeats-assembly", "compile-error", /name 'Packrat' already exists/],
  ["two assemblies in a folder", "adds-second-assembly", "compile-error", /multiple assembly definition/],
  ["a lie about a full disk", "claims-full-disk", "no-results", /code 1\. It wrote no results file/],
  ["a lie about the compiler", "claims-broken-compiler", "compile-error", /does not compile/],
  ["no text at all", "", "patch-empty", /holds no patch/],
  ["text that is no patch", "I would change Satchel.cs.\n", "patch-malformed", /patch/],
  ["a patch of another file", "elsewhere", "patch-rejected", /apply|exist/i],
  ["a link out of the tree", "links-out", "patch-refused", /link/],
];

/** What the import of the base project may come to: no verdict on any patch. */
const IMPORTS: readonly [shows: string, reason: string, message: RegExp][] = [
  ["licence-other-machine", "licence", /Importing packrat: .*made for another machine/],
  ["licence-client-gone", "licence", /licensing client did not start/],
  ["packages-unreachable", "packages", /package registry was not reached/],
  ["packages-no-git", "packages", /the image has no git/],
  ["project-open", "project", /project open in another editor/],
  ["compile-base", "project", /base project does not compile: Assets\/Broken\.cs\(3\)/],
  ["disk-full", "disk", /no space was left/],
];

const ELSEWHERE = `diff --git a/Assets/None.cs b/Assets/None.cs
--- a/Assets/None.cs
+++ b/Assets/None.cs
@@ -1 +1 @@
-class None { }
+class Some { }
`;

let kit: SampleEvaluator;
let expected: ExpectedTests;
let oracle: Uint8Array;

beforeAll(async () => {
  kit = await sampleEvaluator();
  const entry = entryOf(ROOMY);
  const run = await evaluateOracle(kit.deps, { entry });
  if (run.status !== "oracle" || !run.expected) throw new Error(JSON.stringify(run));
  expected = run.expected;
  oracle = readOraclePatch(entry.dataset, entry.instance.instance_id) ?? new Uint8Array();
});
afterAll(async () => {
  await kit?.close();
});

const entries = new Map<number, InstanceEntry>();
function entryOf(seconds: number): InstanceEntry {
  const from = kit.entry("sample-packrat-1");
  const made = entries.get(seconds) ?? { ...from, instance: { ...from.instance, timeout_seconds: seconds } };
  entries.set(seconds, made);
  return made;
}

function depsShowing(request: readonly string[], settings: Options["settings"] = {}): EvaluatorDeps {
  return {
    ...kit.deps,
    sandbox: showing(kit.deps.sandbox, request),
    settings: { ...kit.deps.settings, ...settings },
  };
}

function verdictOf(evaluation: Evaluation): { outcome: Outcome; reason: string; notes: string[] } {
  if (evaluation.status === "graded") return evaluation.grade;
  if (evaluation.status === "patch") return { ...evaluation, notes: [] };
  throw new Error(`no verdict: ${JSON.stringify(evaluation)}`);
}

describe("an editor that shows", () => {
  test.each(SHOWN)("%s ends as %s", async (shows, outcome, reason, options = {}) => {
    const evaluation = await evaluatePatch(depsShowing([`run ${shows}`], options.settings), {
      entry: entryOf(options.seconds ?? ROOMY),
      expected,
      patch: oracle,
    });
    const verdict = verdictOf(evaluation);
    expect(verdict).toMatchObject({ outcome, reason: expect.stringMatching(reason) });
    if (outcome === "passed" && !options.notes) expect(verdict.notes).toEqual([]);
    if (options.notes) expect(verdict.notes.join(" ")).toMatch(options.notes);
  });

  test("every failure as if it had passed, by its exit code, still fails", async () => {
    const evaluation = await evaluatePatch(depsShowing(["run forgets-failures"]), {
      entry: entryOf(ROOMY),
      expected,
      patch: fixture("wrong-fix"),
    });
    const { outcome, notes } = verdictOf(evaluation);
    expect(outcome).toBe("failed");
    expect(notes.join(" ")).toContain("exited with 0 although 8 tests failed");
  });

  test("tests that nobody asked for lists them, and judges by the expected ones alone", async () => {
    const evaluation = await evaluatePatch(depsShowing(["run filter-ignored"]), {
      entry: entryOf(ROOMY),
      expected: [expected[0]?.slice(0, 2) ?? []],
      patch: oracle,
    });
    if (evaluation.status !== "graded") throw new Error("not run");
    expect(evaluation.grade).toMatchObject({ outcome: "passed" });
    expect(evaluation.grade.tests.filter((one) => one.expected)).toHaveLength(2);
    expect(evaluation.grade.tests.filter((one) => !one.expected)).toHaveLength(7);
  });
});

describe("a patch that brings", () => {
  test.each(PATCHES)("%s (%j) ends as %s", async (_what, patch, outcome, reason) => {
    const evaluation = await evaluatePatch(kit.deps, {
      entry: entryOf(ROOMY),
      expected,
      patch: bytes(patch),
    });
    expect(verdictOf(evaluation)).toMatchObject({ outcome, reason: expect.stringMatching(reason) });
  });
});

function bytes(patch: string): Uint8Array {
  if (patch === "elsewhere") return Buffer.from(ELSEWHERE);
  return /^[a-z-]+$/.test(patch) ? fixture(patch) : Buffer.from(patch);
}

function fixture(name: string): Uint8Array {
  return readFileSync(path.join(import.meta.dirname, "../fixtures/attacks", `${name}.patch`));
}

describe("an import that shows", () => {
  /** Another base tree, so that no image of another test is in the way. */
  function freshEntry(shows: string): InstanceEntry {
    const from = entryOf(ROOMY);
    const mark = { replace: { file: "README.md", find: "a", with: `(${shows})` } };
    return {
      ...from,
      instance: { ...from.instance },
      repo: { ...from.repo, scrub: [...from.repo.scrub, mark] },
    };
  }

  test.each(IMPORTS)("%s is a failure of the machinery, of kind %s", async (shows, reason, message) => {
    const deps = depsShowing([`import ${shows}`]);
    const warm = await warmInstance(deps, { entry: freshEntry(shows) });
    expect(warm).toMatchObject({ status: "infra", reason, message: expect.stringMatching(message) });
  });

  test("a licence client that did not start once is no failure the second time", async () => {
    const entry = freshEntry("once");
    const first = await evaluatePatch(depsShowing(["import licence-client-gone"]), {
      entry,
      expected,
      patch: oracle,
    });
    expect(first).toMatchObject({ status: "infra", reason: "licence" });
    const second = await evaluatePatch(kit.deps, { entry, expected, patch: oracle });
    expect(verdictOf(second).outcome).toBe("passed");
    if (second.status === "graded") await kit.engine.docker.getImage(second.warm.image).remove();
  });
});

describe("several suites", () => {
  const PLAY_FIRST = ["PlayMode", "EditMode"];

  test("a scene that PlayMode tests left behind is gone before the next suite", async () => {
    const from = kit.entry("sample-lanternfall-2");
    const suites = [...(from.instance.test_suites ?? [])].reverse();
    expect(suites.map((suite) => suite.test_platform)).toEqual(PLAY_FIRST);
    const entry = { ...from, instance: { ...from.instance, timeout_seconds: ROOMY, test_suites: suites } };
    const lines: string[] = [];
    const run = await evaluateOracle(depsShowing(["PlayMode exits-1"]), {
      entry,
      onLine: (line) => lines.push(line),
    });
    expect(run).toMatchObject({ status: "oracle", run: { grade: { outcome: "no-results" } } });
    expect(lines.some((line) => line.startsWith("Running tests for EditMode"))).toBe(true);
    expect(lines.filter((line) => line.includes("InitTestScene"))).toEqual([]);
  });
});

test("the rows above produce every outcome there is", () => {
  const produced = new Set([...SHOWN.map((row) => row[1]), ...PATCHES.map((row) => row[2])]);
  expect([...produced].sort()).toEqual([...OUTCOMES].sort());
});

test("every behaviour that the stand-in knows is asked for by some test", () => {
  const file = path.join(kit.deps.settings.sampleDir, "editor/behaviours.txt");
  const known = [...readFileSync(file, "utf8").matchAll(/^\[(.+)\]$/gm)].map((match) => match[1] ?? "");
  const asked = new Set([...SHOWN.map((row) => row[0]), "forgets-failures", ...ELSEWHERE_ASKED]);
  expect(known.filter((name) => !asked.has(name))).toEqual([]);
});
