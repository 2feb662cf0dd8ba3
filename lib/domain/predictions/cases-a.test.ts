import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { experimentSlug } from "@/lib/domain/experiment-slug";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { problemText } from "@/lib/domain/problem";
import { parsePredictions } from "./parse-predictions";
import type { PredictionsOptions } from "./types";

const FIXTURES = path.resolve("tests/fixtures/cases");
const { instances } = JSON.parse(readFileSync(path.join(FIXTURES, "A/instances.json"), "utf8")) as {
  instances: { instance_id: string; benchmark_set: BenchmarkSet }[];
};
const SETS = new Map(instances.map((one) => [one.instance_id, one.benchmark_set]));

const OPTIONS: PredictionsOptions = {
  set: "golden",
  instances: instances.filter((one) => one.benchmark_set === "golden").map((one) => one.instance_id),
  otherSetOf: (id) => SETS.get(id) ?? null,
  k: 10,
};

async function check(file: string, options: Partial<PredictionsOptions> = {}) {
  const bytes = readFileSync(path.join(FIXTURES, "A", file));
  // Odd chunks, so that lines and characters are cut anywhere.
  const chunks = Array.from({ length: Math.ceil(bytes.length / 997) }, (_, i) =>
    bytes.subarray(i * 997, (i + 1) * 997),
  );
  const result = await parsePredictions(chunks, { ...OPTIONS, ...options });
  return { ...result, texts: result.problems.map(problemText), warned: result.warnings.map(problemText) };
}

type Case = {
  id: string;
  input_file?: string;
  expected: { file?: string; rows?: number; warnings?: unknown };
};
const CASES = readFileSync(path.join(FIXTURES, "cases-acd.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case)
  .filter((one) => one.id.startsWith("A") && one.input_file);

/** The whole list of what is said about each rejected file. */
const MESSAGES: Record<string, string[]> = {
  A02: [
    "The file is one JSON array, not JSON Lines. Write one JSON object on each line, in UTF-8. " +
      "This converts it: jq -c '.[]' predictions.json > predictions.jsonl",
  ],
  A12: ["Line 6, model_patch: is missing. Write null where the agent produced nothing."],
  A14: Array.from(
    { length: 20 },
    (_, i) => `Line ${i + 1}, run_id: must be an integer, and is "${(i % 10) + 1}".`,
  ),
  A17: [
    "Line 4: run_id 3 occurs twice for demo-101 (first on line 3). Each of 1 to 10 must occur once.",
    "demo-101: 9 of 10 rows (run_id 4 missing).",
  ],
  A19: ["demo-102: 0 of 10 rows."],
  A23: [
    "Line 20: temperature absent, present on line 1. " +
      "One file holds one experiment; hand in other systems in files of their own.",
  ],
  A27: ["Line 3, model_patch: has an unpaired surrogate, which no file can hold."],
  A29: [
    'Line 1: has "}" after the object. Write one JSON object on each line.',
    "Line 2: holds two objects. Write one JSON object on each line.",
    "Line 3: has a comma before the closing brace. Write one JSON object on each line.",
  ],
  A31: ["The file is UTF-16. Save it as UTF-8 (PowerShell: Out-File -Encoding utf8) and hand in that."],
  A33: ["Line 21: demo-201 is in candidates, not in golden (10 rows)."],
  A35: ["agent is missing on every row.", "model is missing on every row."],
  A36: [
    'Line 10: agent differs: line 1 "toolname", line 10 "Toolname". ' +
      "One file holds one experiment; hand in other systems in files of their own.",
  ],
  A43: ["null", "an array", "a text", "a number", "true"].map(
    (kind, i) => `Line ${i + 1}: is ${kind}, not an object. Write one JSON object on each line.`,
  ),
};

describe("prediction files of area A", () => {
  it.each(CASES)("$id gives the decided answer", async ({ id, input_file, expected }) => {
    const result = await check(path.basename(input_file ?? ""));
    expect(result.texts).toEqual(MESSAGES[id] ?? []);
    expect(result.status).toBe(expected.file === "accept" ? "accepted" : "rejected");
    if (expected.file !== "accept") return;
    expect(result.rows).toHaveLength(expected.rows ?? 20);
    expect(result.official).toBe(true);
    const warnings = typeof expected.warnings === "number" ? expected.warnings : expected.warnings ? 1 : 0;
    expect(result.warnings).toHaveLength(warnings);
  });

  it("names null patches as empty attempts and keeps their rows (A10)", async () => {
    const result = await check("A10-null-patch.jsonl");
    expect(result.warned).toEqual([
      "Line 4, model_patch: is null; the attempt counts as empty.",
      "Line 13, model_patch: is null; the attempt counts as empty.",
    ]);
    expect(result.rows.filter((row) => !row.hasPatch).map((row) => row.line)).toEqual([4, 13]);
  });

  it("lists ignored keys once (A41)", async () => {
    const result = await check("A41-extra-keys.jsonl");
    expect(result.warned).toEqual(['Keys that are ignored: "cost", "exit_status", "score" and "verified".']);
  });

  it("counts blank lines in line numbers (A06)", async () => {
    const rows = (await check("A06-blank-lines.jsonl")).rows.map((row) => row.line);
    const text = readFileSync(path.join(FIXTURES, "A/A06-blank-lines.jsonl"), "utf8").split("\n");
    expect(rows).toEqual(text.flatMap((line, i) => (line.trim() === "" ? [] : [i + 1])));
    expect(rows.at(-1)).toBeGreaterThan(20);
  });

  it("takes 0.40 for the experiment of 0.4 (A21)", async () => {
    const [spelled, plain] = [await check("A21-temperature-0.40.jsonl"), await check("A01-valid.jsonl")];
    expect(spelled.identity).toEqual({ agent: "toolname", model: "model-x", temperature: "0.4" });
    expect(spelled.identity && experimentSlug(spelled.identity)).toBe(
      plain.identity && experimentSlug(plain.identity),
    );
  });

  it("finds the same cells in a shuffled file (A45)", async () => {
    const cells = async (file: string) =>
      (await check(file)).rows.map((row) => `${row.instanceId} ${row.runId}`).sort();
    expect(await cells("A45-shuffled.jsonl")).toEqual(await cells("A01-valid.jsonl"));
  });

  it("accepts an absent instance only for a smoke test, never as official (A19)", async () => {
    const lenient = await check("A19-instance-missing.jsonl", { allowIncomplete: true });
    expect(lenient).toMatchObject({
      status: "accepted",
      official: false,
      warned: ["demo-102: 0 of 10 rows."],
    });
    const chosen = await check("A19-instance-missing.jsonl", { only: ["demo-101"] });
    expect(chosen).toMatchObject({ status: "accepted", official: false, instanceIds: ["demo-101"] });
  });
});
