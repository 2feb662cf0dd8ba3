import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AttemptResult, type ExperimentResult, UNKNOWN_PROVENANCE } from "./experiment";
import { instanceMetrics } from "./metrics";
import { OUTCOMES } from "./outcome";
import { passAt } from "./pass-at";
import { fileHit, type TouchedFile } from "./patch";
import { setMetrics } from "./set-metrics";

const fixture = (name: string) =>
  JSON.parse(readFileSync(path.resolve("tests/fixtures/cases/D", name), "utf8")) as Record<string, unknown>;

function attempt(instanceId: string, runId: number, more: Partial<AttemptResult> = {}): AttemptResult {
  return {
    instanceId,
    runId,
    outcome: "failed",
    reason: null,
    applied: true,
    fileHit: true,
    fileHitAny: true,
    touched: [],
    patchSha256: null,
    gradedTree: null,
    tests: [],
    durationMs: null,
    ...more,
  };
}

const ten = (id: string, of: (run: number) => Partial<AttemptResult>) =>
  Array.from({ length: 10 }, (_, i) => attempt(id, i + 1, of(i + 1)));

function experiment(ids: readonly string[], attempts: AttemptResult[], more: Partial<ExperimentResult> = {}) {
  const result: ExperimentResult = {
    identity: { agent: "a", model: "m", temperature: null },
    set: "golden",
    k: 10,
    verified: false,
    expectedInstanceIds: ids,
    official: true,
    attempts,
    provenance: UNKNOWN_PROVENANCE,
    logs: null,
    logsUrl: null,
    ...more,
  };
  return result;
}

/** Tries every choice of j of n attempts, of which the first c pass. */
function shareOfDraws(n: number, c: number, j: number): number {
  const masks = Array.from({ length: 2 ** n }, (_, mask) => mask.toString(2).padStart(n, "0"));
  const draws = masks.filter((bits) => bits.replaceAll("0", "").length === j);
  return draws.filter((bits) => bits.slice(0, c).includes("1")).length / draws.length;
}

const fraction = (text: string) => {
  const [top = "0", bottom = "1"] = text.split("/");
  return Number(top) / Number(bottom);
};

describe("pass@j", () => {
  const table = fixture("D01-passk-n10.json") as { pass_at_k: Record<string, Record<string, string>> };
  const rows = Object.entries(table.pass_at_k).flatMap(([c, row]) =>
    Object.entries(row).map(([j, text]) => [Number(c), Number(j), text] as const),
  );

  it("has the exact value of all 110 fractions for n = 10 (D01)", () => {
    expect(rows).toHaveLength(110);
    for (const [c, j, text] of rows) expect([c, j, passAt(10, c, j)]).toEqual([c, j, fraction(text)]);
  });

  it("is null where n < j, for no pass and for some (D03)", () => {
    for (const c of [0, 1, 5]) {
      expect(passAt(5, c, 10)).toBeNull();
      expect(instanceMetrics("i", ten("i", () => ({})).slice(0, 5), 10).passAt.slice(5)).toEqual(
        Array(5).fill(null),
      );
    }
    expect([1, 2, 3, 4, 5].map((j) => passAt(5, 1, j))).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
  });

  it("is an average, not a truth test (D05)", () => {
    const solved = (id: string, c: number) => ten(id, (run) => ({ outcome: run <= c ? "passed" : "failed" }));
    const { means } = setMetrics(experiment(["x", "y"], [...solved("x", 1), ...solved("y", 3)]));
    expect(means?.passAt[0]).toBe(0.2);
  });

  const counts = fc
    .integer({ min: 1, max: 200 })
    .chain((n) => fc.tuple(fc.constant(n), fc.nat(n), fc.integer({ min: 1, max: n })));

  it("is 0 without a pass, 1 with passes alone, and within [0, 1]", () => {
    fc.assert(
      fc.property(counts, ([n, c, j]) => {
        expect(passAt(n, 0, j)).toBe(0);
        expect(passAt(n, n, j)).toBe(1);
        const value = passAt(n, c, j) ?? -1;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(passAt(n, c, 1)).toBeCloseTo(c / n, 12);
      }),
    );
  });

  it("grows with j and with c", () => {
    fc.assert(
      fc.property(counts, ([n, c, j]) => {
        const value = passAt(n, c, j) ?? 0;
        if (j < n) expect(passAt(n, c, j + 1) ?? 0).toBeGreaterThanOrEqual(value - 1e-12);
        if (c < n) expect(passAt(n, c + 1, j) ?? 0).toBeGreaterThanOrEqual(value - 1e-12);
      }),
    );
  });

  it("is the share of all draws of j attempts that hold a pass", () => {
    const counts = fc
      .integer({ min: 1, max: 8 })
      .chain((n) => fc.tuple(fc.constant(n), fc.nat(n), fc.integer({ min: 1, max: n })));
    fc.assert(
      fc.property(counts, ([n, c, j]) => {
        expect(passAt(n, c, j)).toBe(shareOfDraws(n, c, j));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [10, 11],
    [10, -1],
    [10, 0.5],
    [1.5, 1],
  ])("refuses counts that are none (%j, %j)", (n, c) => {
    expect(() => passAt(n, c, 1)).toThrow(RangeError);
  });
});

describe("metrics of an instance", () => {
  it("take any of the attempts, and need all of one attempt's targets at once (D20)", () => {
    const touched = (file: string): TouchedFile[] => [
      { status: "M", path: file, oldMode: "100644", newMode: "100644", contentChanged: true },
    ];
    const hits = ["a.cs", "b.cs"].map((file) => fileHit(touched(file), ["a.cs", "b.cs"]));
    const attempts = ten("i", (run) => {
      const hit = hits[run - 1];
      return { fileHit: hit?.all ?? false, fileHitAny: hit?.any ?? false };
    });
    expect(instanceMetrics("i", attempts, 10)).toMatchObject({
      fileHit: 0,
      fileHitAny: 1,
      fileHitAnyCount: 2,
    });
  });

  it("count a pass that fixes another file, and no file hit for it (D22)", () => {
    const attempts = ten("i", () => ({ outcome: "passed", fileHit: false, fileHitAny: false }));
    expect(instanceMetrics("i", attempts, 10)).toMatchObject({
      fileHit: 0,
      fileHitAny: 0,
      parseable: 1,
      passAll: 1,
    });
    expect(instanceMetrics("i", attempts, 10).passAt.at(-1)).toBe(1);
    expect(setMetrics(experiment(["i"], attempts)).score).toBe(0);
  });

  it("keep a refused patch parseable and let it hit nothing", () => {
    const attempts = ten("i", () => ({ outcome: "patch-refused" }));
    expect(instanceMetrics("i", attempts, 10)).toMatchObject({
      n: 10,
      parseable: 1,
      fileHit: 0,
      fileHitAny: 0,
    });
  });

  it.each(["patch-empty", "patch-malformed", "patch-rejected"] as const)(
    "count %s as an attempt without bits",
    (outcome) => {
      const attempts = ten("i", () => ({ outcome, applied: false, fileHit: false, fileHitAny: false }));
      expect(instanceMetrics("i", attempts, 10)).toMatchObject({
        n: 10,
        parseable: 0,
        fileHit: 0,
        passedCount: 0,
      });
    },
  );

  it.each(["infra-error", null] as const)("do not count %s, and stay open while it is there", (outcome) => {
    const attempts = ten("i", (run) => ({ outcome: run === 1 ? outcome : "passed" }));
    expect(instanceMetrics("i", attempts, 10)).toMatchObject({
      status: "partial",
      n: 9,
      parseable: null,
      fileHit: null,
      passAll: null,
    });
    expect(instanceMetrics("i", attempts, 10).passAt.slice(8)).toEqual([1, null]);
  });

  it("do not depend on the order of attempts", () => {
    const outcome = fc.option(fc.constantFrom(...OUTCOMES));
    const one = fc.record({
      outcome,
      applied: fc.boolean(),
      fileHit: fc.boolean(),
      fileHitAny: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 10, maxLength: 10 }), fc.nat(), (list, turn) => {
        const attempts = list.map((more, i) => attempt("i", i + 1, more));
        const turned = attempts.map((_, i) => attempts[(i + turn) % 10]).filter((each) => each !== undefined);
        expect(instanceMetrics("i", turned, 10)).toEqual(instanceMetrics("i", attempts, 10));
      }),
    );
  });
});

describe("metrics of a set", () => {
  it("multiply the three means, not the instances' products (D08)", () => {
    const { instances } = fixture("D08-score.json") as {
      instances: { id: string; parseable: number; filehit: number; pass: number }[];
    };
    // The case table gives metrics directly, also pairs that attempts could not give (a pass without apply).
    const attempts = instances.flatMap((one) =>
      ten(one.id, (run) => ({
        applied: one.parseable === 1,
        fileHit: one.filehit === 1,
        outcome: one.pass === 1 && run === 1 ? "passed" : "failed",
      })),
    );
    const metrics = setMetrics(
      experiment(
        instances.map((one) => one.id),
        attempts,
      ),
    );
    expect(metrics.means).toMatchObject({ parseable: 3 / 4, fileHit: 1 / 2 });
    expect(metrics.means?.passAt.at(-1)).toBe(1 / 2);
    expect(metrics.score).toBe(0.1875);
  });

  it("compute Score from unrounded means (D11)", () => {
    const attempts = [
      ...ten("x", () => ({ outcome: "passed" })),
      ...ten("y", () => ({ outcome: "failed" })),
      ...ten("z", () => ({ outcome: "patch-empty", applied: false })),
    ];
    const { score } = setMetrics(experiment(["x", "y", "z"], attempts));
    expect(score).toBeCloseTo(4 / 27, 15);
  });

  it("give no Score to an incomplete experiment, and label both aggregates (D07)", () => {
    const ids = Array.from({ length: 24 }, (_, i) => `i${i}`);
    const attempts = ids
      .slice(0, 20)
      .flatMap((id, i) => ten(id, () => ({ outcome: i < 10 ? "passed" : "failed" })));
    const metrics = setMetrics(experiment(ids, attempts));
    expect(metrics).toMatchObject({ complete: false, score: null, means: null });
    expect(metrics.coverage).toMatchObject({ expected: 24, complete: 20, partial: 0, missing: 4 });
    expect(metrics.overEvaluated.passAt.at(-1)).toBe(1 / 2);
    expect(metrics.missingAsZero.passAt.at(-1)).toBe(5 / 12);
    expect(metrics.instances.filter((one) => one.status === "missing")).toHaveLength(4);
  });

  it("are incomplete with one infra-error, and for a smoke test of any coverage", () => {
    const full = ten("i", () => ({ outcome: "passed" }));
    expect(setMetrics(experiment(["i"], full)).score).toBe(1);
    const broken = full.map((one) => (one.runId === 4 ? { ...one, outcome: "infra-error" as const } : one));
    expect(setMetrics(experiment(["i"], broken)).score).toBeNull();
    expect(setMetrics(experiment(["i"], full, { official: false })).score).toBeNull();
    expect(setMetrics(experiment([], []))).toMatchObject({ complete: false, score: null });
  });

  it("never pool two submissions (D15)", () => {
    const once = ten("i", () => ({}));
    expect(() => setMetrics(experiment(["i"], [...once, ...once]))).toThrow(/there twice/);
    expect(() => setMetrics(experiment(["i"], [attempt("i", 11)]))).toThrow(/out of range/);
    expect(() => setMetrics(experiment(["i"], [attempt("j", 1)]))).toThrow(/not in the experiment/);
  });

  it("satisfy Score = parseable@k × filehit@k × pass@k, stay in [0, 1] and mind no order", () => {
    const one = fc.record({
      outcome: fc.constantFrom(...OUTCOMES.filter((outcome) => outcome !== "infra-error")),
      applied: fc.boolean(),
      fileHit: fc.boolean(),
    });
    const instances = fc.array(fc.array(one, { minLength: 10, maxLength: 10 }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(instances, (lists) => {
        const ids = lists.map((_, i) => `i${i}`);
        const attempts = lists.flatMap((list, i) => list.map((more, run) => attempt(`i${i}`, run + 1, more)));
        const { score, means } = setMetrics(experiment(ids, attempts));
        const product = (means?.parseable ?? -1) * (means?.fileHit ?? -1) * (means?.passAt.at(-1) ?? -1);
        expect(score).toBe(product);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        const turned = setMetrics(experiment(ids.toReversed(), attempts.toReversed()));
        expect([turned.score, turned.means]).toEqual([score, means]);
      }),
    );
  });
});
