import { describe, expect, it } from "vitest";
import { buildConfigurationReport, configurationCsv } from "./configuration";
import { attempt, experiment, lines, record, without } from "./example-experiment";
import { toJson } from "./json";
import { buildPassAtKDetails, buildPassAtKReport } from "./pass-at-k";
import { configurationSchema, passAtKDetailsSchema, passAtKReportSchema } from "./schemas";

describe("pass_at_k_report.json", () => {
  it("has the documented content and fits its schema", () => {
    const report = buildPassAtKReport(experiment(2));
    expect(passAtKReportSchema.parse(report)).toEqual(report);
    expect(report).toMatchObject({
      benchmark_set: "golden",
      editor: "unity",
      agent: "aider",
      model: "m",
      temperature: "0.4",
      k: 10,
      complete: true,
      verified: false,
      score: 0.5,
      logs: "unavailable",
      logs_url: "unavailable",
      metrics: {
        "parseable@10": 1,
        "filehit@10": 1,
        "filehit_any@10": 1,
        "pass@1": 0.5,
        "pass@10": 0.5,
        "pass^10": 0.5,
      },
    });
    expect(report.instances.map((one) => one.pass_bits)).toEqual(
      [1, 1, 0, 0].map((bit) => Array(10).fill(bit)),
    );
  });

  it("keeps an absent temperature null", () => {
    const result = experiment(1, { identity: { agent: "codex", model: "o3", temperature: null } });
    expect(JSON.parse(toJson(buildPassAtKReport(result))).temperature).toBeNull();
  });

  it("satisfies Score = product of its own columns, and holds the Score in its interval", () => {
    const report = buildPassAtKReport(experiment(3));
    const { "parseable@10": parseable, "filehit@10": filehit, "pass@10": pass } = report.metrics ?? {};
    expect(report.score).toBe((parseable ?? 0) * (filehit ?? 0) * (pass ?? 0));
    const { low = 1, high = 0 } = report.intervals_95?.score ?? {};
    expect(low).toBeLessThanOrEqual(report.score ?? 0);
    expect(high).toBeGreaterThanOrEqual(report.score ?? 1);
  });

  it("marks what is missing or not counted, and then has no Score", () => {
    const partial = without(experiment(4), "s-3");
    const attempts = partial.attempts.map((one) =>
      one.instanceId === "s-2" && one.runId === 2 ? { ...one, outcome: "infra-error" as const } : one,
    );
    const report = buildPassAtKReport({ ...partial, attempts });
    expect(passAtKReportSchema.parse(report)).toEqual(report);
    expect(report).toMatchObject({ complete: false, score: null, metrics: null, intervals_95: null });
    expect(report.instances.map((one) => one.status)).toEqual(["complete", "partial", "missing", "complete"]);
    expect(report.instances[1]?.pass_bits.slice(0, 3)).toEqual([1, null, 1]);
    expect(report.instances[2]?.pass_bits).toEqual(Array(10).fill(null));
    expect(report.aggregates.over_evaluated["pass@10"]).toBe(1);
    expect(report.aggregates.missing_as_zero["pass@10"]).toBe(0.5);
    expect(report.coverage).toEqual({
      instances_expected: 4,
      instances_complete: 2,
      instances_partial: 1,
      instances_missing: 1,
      attempts_expected: 40,
      attempts_counted: 29,
    });
  });

  it("is the same byte for byte when the rows came in another order (A45)", () => {
    const result = experiment(2);
    const shuffled = { ...result, attempts: result.attempts.toSorted((a, b) => b.runId - a.runId) };
    for (const build of [buildPassAtKReport, buildPassAtKDetails, buildConfigurationReport]) {
      expect(toJson(build(shuffled))).toBe(toJson(build(result)));
    }
    expect(toJson(buildPassAtKReport(result))).toMatch(/^\{\n {2}"format"[\s\S]*\n\}\n$/);
  });

  it("names the sample's stand-in editor", () => {
    expect(buildPassAtKReport(experiment(1, { set: "sample" })).editor).toBe("stand-in");
  });
});

describe("pass_at_k_details.json", () => {
  const test = {
    suite: 0,
    fullName: "N.T.A",
    className: "N.T",
    result: "Failed" as const,
    label: null,
    durationMs: 3,
    message: "m",
    stackTrace: "s",
    expected: true,
  };

  it("adds patch application, tests and localisation of each run", () => {
    const attempts = [
      attempt("s-1", 1, { tests: [test] }),
      attempt("s-1", 2, { outcome: "patch-refused" }),
      attempt("s-1", 3, {
        outcome: "patch-rejected",
        applied: false,
        fileHit: false,
        fileHitAny: false,
        touched: [],
      }),
      attempt("s-1", 4, { outcome: null, applied: null, reason: null }),
      attempt("s-1", 5, { outcome: "infra-error", fileHit: false }),
    ];
    const details = buildPassAtKDetails(experiment(0, { attempts }));
    expect(passAtKDetailsSchema.parse(details)).toEqual(details);
    const runs = details.instances[0]?.runs ?? [];
    expect(runs).toHaveLength(10);
    expect(runs[0]).toEqual({
      run_id: 1,
      outcome: "failed",
      reason: "1 of 2 expected tests did not pass: N.T.A.",
      counted: true,
      patch_application: "applied",
      patch_sha256: "00",
      parseable: true,
      filehit: true,
      filehit_any: true,
      passed: false,
      touched_files: ["a.cs", "b.cs"],
      graded_tree: "11",
      duration_ms: 12,
      tests: [
        {
          suite: 0,
          name: "N.T.A",
          class: "N.T",
          result: "Failed",
          label: null,
          expected: true,
          duration_ms: 3,
          message: "m",
          stack_trace: "s",
        },
      ],
    });
    const seen = runs
      .slice(1, 6)
      .map((run) => [run.patch_application, run.parseable, run.filehit, run.counted]);
    expect(seen).toEqual([
      ["refused", true, false, true],
      ["rejected", false, false, true],
      ["unchecked", false, false, false],
      ["applied", true, false, false],
      ["unchecked", false, false, false],
    ]);
    expect(runs[9]).toMatchObject({ run_id: 10, outcome: null, reason: "There is no attempt." });
  });
});

describe("the report of one configuration", () => {
  it("lists every expected instance, marks missing ones, and has aggregate and coverage", () => {
    const report = buildConfigurationReport(without(experiment(2), "s-4"));
    expect(configurationSchema.parse(report)).toEqual(report);
    const csv = configurationCsv(report);
    expect(lines(csv)).toHaveLength(1 + 4 + 3);
    expect(record(csv, 1)).toMatchObject({
      row: "instance",
      instance_id: "s-1",
      status: "complete",
      "pass@10": "1",
    });
    expect(record(csv, 4)).toMatchObject({
      instance_id: "s-4",
      status: "missing",
      attempts: "0",
      "pass@10": "",
    });
    expect(record(csv, 5)).toMatchObject({ row: "official", status: "incomplete", score: "", "pass@10": "" });
    expect(record(csv, 6)).toMatchObject({
      row: "over_evaluated",
      "pass@10": "0.666667",
      instances_missing: "1",
    });
    expect(record(csv, 7)).toMatchObject({
      row: "missing_as_zero",
      "pass@10": "0.5",
      instances_expected: "4",
    });
  });

  it("has the Score in its official row when complete", () => {
    expect(record(configurationCsv(buildConfigurationReport(experiment(2))), 5)).toMatchObject({
      row: "official",
      status: "complete",
      score: "0.5",
      "filehit_any@10": "1",
      passed: "20",
    });
  });
});
