import { describe, expect, it } from "vitest";
import { problemText } from "@/lib/domain/problem";
import { parsePredictions } from "./parse-predictions";
import { MOST_LINES } from "./parser";
import { PROBLEM_LIMIT } from "./problem-list";
import type { PredictionsOptions } from "./types";

type Row = Record<string, unknown>;
const PATCH = "diff --git a/x b/x\n";
const row = (run: number, more: Row = {}): Row => ({
  instance_id: "s-1",
  run_id: run,
  agent: "a",
  model: "m",
  model_patch: PATCH,
  ...more,
});
const ROWS = Array.from({ length: 10 }, (_, i) => row(i + 1));

async function check(
  lines: readonly (Row | string | Uint8Array)[],
  options: Partial<PredictionsOptions & { lineLimitBytes: number }> = {},
) {
  const chunks = lines.flatMap((line) => [
    line instanceof Uint8Array ? line : Buffer.from(typeof line === "string" ? line : JSON.stringify(line)),
    Buffer.from("\n"),
  ]);
  const defaults: PredictionsOptions = { set: "sample", instances: ["s-1"], otherSetOf: () => null, k: 10 };
  const result = await parsePredictions(chunks, { ...defaults, ...options });
  return { ...result, texts: result.problems.map(problemText), warned: result.warnings.map(problemText) };
}

/** The valid file with some rows replaced: index → row. */
const changed = (changes: Record<number, Row | string | Uint8Array>) =>
  ROWS.map((one, index) => changes[index] ?? one);

describe("names in a prediction file", () => {
  const NAMES = [
    "../../x",
    "a/b:c",
    "anthropic/claude-sonnet-4-5",
    "qwen2.5-coder:32b",
    "..",
    ".",
    "CON",
    "-rf",
    "a\\b",
    "a_b",
    "a b",
    "x_t0.4",
    "~root",
    "%2e%2e",
    "nul.txt",
    "😀😀",
    "none",
    "日本",
  ];
  it.each(NAMES)("accepts the name %j as it is (A38)", async (name) => {
    const result = await check(ROWS.map((one) => ({ ...one, agent: name, model: name })));
    expect(result.texts).toEqual([]);
    expect(result.identity).toEqual({ agent: name, model: name, temperature: null });
  });

  it.each([
    ["", "is blank. Use a label such as none or multi-model where no name fits."],
    ["  ", "is blank. Use a label such as none or multi-model where no name fits."],
    ["a\nb", "holds a new line, tab or other invisible character (U+000A)."],
    ["a\tb", "holds a new line, tab or other invisible character (U+0009)."],
    ["a\u202eb", "holds a new line, tab or other invisible character (U+202E)."],
    [" a", "has blanks around it."],
    ["x".repeat(201), "has 201 characters; at most 200 are allowed."],
    ["\ud800", "has an unpaired surrogate, which no file can hold."],
    [7, "is 7, not a text."],
    [null, "is null, not a text."],
  ])("refuses the name %j", async (name, message) => {
    expect((await check(changed({ 2: row(3, { model: name }) }))).texts).toEqual([
      `Line 3, model: ${message}`,
    ]);
  });
});

describe("rows that do not agree", () => {
  it("accepts one temperature in several spellings, and refuses two", async () => {
    const spelled = ROWS.map((one, i) => ({ ...one, temperature: ["0.4", 0.4, "0.40"][i % 3] }));
    expect(await check(spelled)).toMatchObject({ status: "accepted", identity: { temperature: "0.4" } });
    const two = spelled.map((one, i) => (i > 7 ? { ...one, temperature: 0 } : one));
    expect((await check(two)).texts.join()).toMatch(
      /^Line 9: temperature differs: line 1 "0.4", line 9 "0" \(2 rows\)\./,
    );
  });

  it("takes null for an absent temperature", async () => {
    const result = await check(ROWS.map((one) => ({ ...one, temperature: null })));
    expect(result).toMatchObject({ status: "accepted", identity: { temperature: null } });
  });

  it("refuses a temperature that starts late in the file", async () => {
    expect((await check(changed({ 4: row(5, { temperature: 1 }) }))).texts[0]).toMatch(
      /^Line 5: temperature present, absent on line 1\./,
    );
  });

  it("compares names by code points: composed and decomposed letters differ", async () => {
    const lines = ROWS.map((one, i) => ({ ...one, agent: i === 0 ? "\u00e9" : "e\u0301" }));
    expect((await check(lines)).texts[0]).toMatch(/agent differs: .* \(9 rows\)/);
  });
});

describe("rows in the wrong place", () => {
  it.each([0, 11, -1])("refuses run_id %j", async (run) => {
    expect((await check(changed({ 9: row(run) }))).texts).toEqual([
      `Line 10, run_id: is ${run}; each of 1 to 10 must occur once for s-1.`,
    ]);
  });

  it.each(["1", 1.5, null, true])("refuses run_id %j as no integer", async (run) => {
    expect((await check(changed({ 0: row(1, { run_id: run }) }))).texts).toEqual([
      `Line 1, run_id: must be an integer, and is ${JSON.stringify(run)}.`,
    ]);
  });

  it("says which instance a misspelt id may mean", async () => {
    const { texts } = await check([...ROWS, row(1, { instance_id: "S-1" }), row(2, { instance_id: "nope" })]);
    expect(texts).toEqual([
      'Line 11: "S-1" is no instance of sample. Did you mean s-1?',
      'Line 12: "nope" is no instance of sample.',
    ]);
  });

  it("leaves out rows of instances that were not asked for, and says so", async () => {
    const both = [...ROWS, ...ROWS.map((one) => ({ ...one, instance_id: "s-2" }))];
    const result = await check(both, { instances: ["s-1", "s-2"], only: ["s-2"] });
    expect(result).toMatchObject({ status: "accepted", official: false, leftOut: 10 });
    expect(result.rows.map((one) => one.instanceId)).toEqual(Array(10).fill("s-2"));
    expect(result.warned).toEqual(["10 rows of instances that were not asked for are left out."]);
  });

  it("refuses a chosen instance that the set does not have", async () => {
    expect((await check(ROWS, { only: ["s-1", "s-9"] })).texts).toEqual([
      "s-9 was asked for and is no instance of sample.",
    ]);
  });

  it("is not official with another k", async () => {
    expect(await check(ROWS.slice(0, 3), { k: 3 })).toMatchObject({ status: "accepted", official: false });
  });
});

describe("files that are no JSON Lines", () => {
  it.each<[string, (string | Uint8Array)[], RegExp]>([
    ["empty", [], /^The file has no rows\.$/],
    ["blank", ["", "  "], /^The file has no rows\.$/],
    ["gzip", [Uint8Array.of(0x1f, 0x8b, 8, 0)], /^The file is compressed/],
    ["zip", [Uint8Array.of(0x50, 0x4b, 3, 4)], /^The file is a zip archive/],
    ["UTF-16 without a mark", [Buffer.from('{"a":1}', "utf16le")], /^The file is UTF-16/],
    ["an array on one line", [JSON.stringify(ROWS)], /^The file is one JSON array/],
    ["pretty-printed", ["{", '"run_id": 1', "}"], /^Line 1: The object goes over several lines/],
  ])("says once that the file is %s", async (_kind, lines, message) => {
    const { texts } = await check(lines);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(message);
  });

  it.each<[string | Uint8Array, string]>([
    ["{'run_id': 1}", "has single quotes; JSON needs double quotes."],
    [JSON.stringify(row(1)).slice(0, 40), "ends in the middle of the object."],
    ['{"run_id": 1', "ends in the middle of the object."],
    [`${JSON.stringify(row(1))} x`, 'has "x" after the object.'],
    ["{run_id: 1}", 'is not valid JSON at character 2 ("run_id: 1}").'],
    ['{"run_id": NaN}', "is not valid JSON."],
    [`\uFEFF${JSON.stringify(row(1))}`, "starts with a byte order mark."],
    [Buffer.from('{"a":"\xff"}', "latin1"), "is not UTF-8 text."],
    [Buffer.from('{"a":"\0"}'), "holds a NUL byte."],
    ['{"agent":"a","agent":"b"}', 'has "agent" twice.'],
    ['{"agent":"a","\\u0061gent":"b"}', 'has "agent" twice.'],
  ])("names the line and the fault of %j", async (line, message) => {
    const { texts } = await check(changed({ 3: line }));
    expect(texts).toHaveLength(1);
    expect(texts[0]?.startsWith(`Line 4: ${message}`)).toBe(true);
  });

  it("does not take keys inside values for keys of the row", async () => {
    const patch = '{"agent":"x"} "agent": \\"agent\\" \\';
    const result = await check(
      changed({ 0: row(1, { model_patch: patch, meta: { agent: 1, b: ["agent"] } }) }),
    );
    expect(result.texts).toEqual([]);
  });
});

describe("large and hopeless files", () => {
  it("reads a row of 20 MB within the limit, and hands its text on whole (A25)", async () => {
    const patch = PATCH + "+// x\n".repeat(4_000_000);
    const sizes: number[] = [];
    const result = await check(changed({ 0: row(1, { model_patch: patch }) }), {
      onRow: (_row, text) => sizes.push(text?.length ?? -1),
    });
    expect(result.status).toBe("accepted");
    expect(sizes[0]).toBe(patch.length);
  });

  it("names line and both sizes of a row over the limit, and still checks the others", async () => {
    const { texts } = await check(
      changed({ 0: row(1, { model_patch: "+".repeat(900) }), 5: row(6, { run_id: "6" }) }),
      {
        lineLimitBytes: 500,
      },
    );
    expect(texts).toEqual([
      expect.stringMatching(/^Line 1: has 9\d\d bytes; at most 500 are read\./),
      'Line 6, run_id: must be an integer, and is "6".',
    ]);
  });

  it("keeps a bounded list of problems and counts the rest", async () => {
    const result = await check(Array.from({ length: 5000 }, () => "nonsense"));
    expect(result.problems).toHaveLength(PROBLEM_LIMIT);
    expect(result.more.problems).toBe(5000 - PROBLEM_LIMIT);
    expect(result.rows).toEqual([]);
  });

  it("stops at a line that no file of a set has, and says so beside the first problems", async () => {
    const lines = Array.from({ length: MOST_LINES + 5 }, (_, index) => (index % 2 ? "" : "nonsense"));
    const { texts, more } = await check(lines);
    expect(texts.at(-1)).toBe(
      `The file has more than ${MOST_LINES} lines; what follows was not read. A file of this set has 10 rows.`,
    );
    expect(texts).toHaveLength(PROBLEM_LIMIT);
    expect(more.problems).toBe(MOST_LINES / 2 + 1 - PROBLEM_LIMIT);
  });

  it("does not make values of a row that has millions of them", async () => {
    for (const line of [`{"a":${"[".repeat(6_000_000)}`, `{${'"k":1,'.repeat(1_500_000)}"z":1}`]) {
      const { texts } = await check(changed({ 3: line }));
      expect(texts).toEqual([expect.stringMatching(/^Line 4: holds more than 10000 values\./)]);
    }
    const marks = { ...row(1), model_patch: `${PATCH}${'{"[,:\\\\"'.repeat(20_000)}` };
    expect((await check(changed({ 0: marks }))).texts).toEqual([]);
  });

  it("hands no row on twice and none that is wrong in itself", async () => {
    const handed: number[] = [];
    await check(changed({ 1: row(1), 2: row(3, { agent: 5 }), 3: row(4, { model_patch: 9 }) }), {
      onRow: (one) => handed.push(one.line),
    });
    expect(handed).toEqual([1, 5, 6, 7, 8, 9, 10]);
  });
});
