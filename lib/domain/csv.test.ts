import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvValue, toCsv } from "./csv";

/** A reader of RFC 4180 of our own, so that writer and reader share no mistake. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\n|$)/gy;
  while (cells.lastIndex < text.length) {
    const match = cells.exec(text);
    if (!match) throw new Error(`No cell at ${cells.lastIndex}.`);
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === "\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

const write = (...values: CsvValue[]) => toCsv([{ header: "v", value: (value: CsvValue) => value }], values);
const read = (text: string) =>
  readCsv(text)
    .slice(1)
    .map(([cell]) => cell);

const { names } = JSON.parse(
  readFileSync(path.resolve("tests/fixtures/cases/D/D18-csv-names.json"), "utf8"),
) as { names: string[] };

describe("text in a CSV cell", () => {
  it("comes back minus one apostrophe, for every odd name (D18)", () => {
    const cells = read(write(...names.filter((name) => name !== "")));
    expect(cells.map((cell) => cell?.replace(/^'/, ""))).toEqual(names.filter((name) => name !== ""));
  });

  it.each([
    "=1+2",
    "+1",
    "-1",
    "@x",
    "\tx",
    "\rx",
    '=HYPERLINK("http://h","c")',
    "＝1",
    " =x",
    "  -1",
    "\n=1",
    "-0.5",
  ])("is no formula: %j", (text) => {
    expect(read(write(text))).toEqual([`'${text}`]);
  });

  it.each(["plain", "a,b", 'say "hi"', "line1\nline2", "日本", "0.40", "1e5", "a=b", " x", "x@y"])(
    "is written as it is: %j",
    (text) => {
      expect(read(write(text))).toEqual([text]);
    },
  );

  it("comes back for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        const [cell = ""] = read(write(text));
        expect(cell.replace(/^'/, "")).toBe(text);
        expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("other cells", () => {
  it("keep numbers bare, negative ones too, with at most six decimals", () => {
    expect(write(-2.5, 4 / 27, 0.5, 0, 1, 1e-9, 240)).toBe("v\n-2.5\n0.148148\n0.5\n0\n1\n0\n240\n");
  });

  it("say true, false and nothing", () => {
    const columns = [true, false, null].map((value, i) => ({ header: `c${i}`, value: () => value }));
    expect(toCsv(columns, [0])).toBe("c0,c1,c2\ntrue,false,\n");
  });

  it("have a header even without rows", () => {
    expect(write()).toBe("v\n");
  });
});
