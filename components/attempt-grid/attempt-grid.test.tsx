import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { OUTCOMES } from "@/lib/domain/outcome";
import type { GridCell, GridRow } from "@/lib/domain/views";
import { GlyphSprite } from "./glyphs";
import { AttemptCell, cellName } from "./grid-cell";
import { nextCell } from "./grid-moves";
import { sharedEvaluations, sharingSentence } from "./shared-evaluations";
import { AttemptStrip, stripText } from "./strip";

const cell = (runId: number, change: Partial<GridCell> = {}): GridCell => ({
  runId,
  outcome: "failed",
  state: "done",
  evaluationId: null,
  href: `/experiments/e/i/${runId}`,
  ...change,
});
const row = (label: string, cells: GridCell[]): GridRow => ({
  id: label,
  label,
  href: "/",
  cells,
  passedOf: { passed: 0, counted: cells.length },
});

describe("a cell of the grid", () => {
  test("is named by its run and outcome", () => {
    expect(cellName(cell(3))).toBe("run 3: failed");
    expect(cellName(cell(4, { outcome: "timed-out" }))).toBe("run 4: timed out");
    expect(cellName(cell(5, { outcome: null, state: "running" }))).toBe("run 5: running");
    expect(cellName(cell(6, { outcome: null, state: "waiting" }))).toBe("run 6: waiting");
  });

  test("has a sign of its own for every outcome", () => {
    const sprite = renderToStaticMarkup(<GlyphSprite />);
    const signs = OUTCOMES.map((outcome) => {
      const markup = renderToStaticMarkup(<AttemptCell cell={cell(1, { outcome })} />);
      const id = /href="#([^"]+)"/.exec(markup)?.[1];
      return new RegExp(`id="${id}"[^>]*>(.*?)</symbol>`).exec(sprite)?.[1];
    });
    expect(signs.every(Boolean)).toBe(true);
    expect(new Set(signs).size).toBe(OUTCOMES.length);
  });
});

describe("shared evaluations", () => {
  test("are told by run within a row, and by row where several share", () => {
    const shared = sharedEvaluations([
      row("a", [
        cell(1, { evaluationId: "x" }),
        cell(2, { evaluationId: "x" }),
        cell(3, { evaluationId: "x" }),
      ]),
      row("b", [cell(1, { evaluationId: "y" }), cell(2, { evaluationId: "z" })]),
      row("c", [cell(1, { evaluationId: "z" })]),
    ]);
    expect([...shared.keys()]).toEqual(["x", "z"]);
    const [x, z] = [...shared.values()];
    expect(x && sharingSentence(x)).toBe("Runs 1, 2 and 3 give the same tree: run once.");
    expect(z && sharingSentence(z)).toBe("The same tree, run once: b run 2 and c run 1.");
  });
});

test("a sentence on sharing names a few cells and counts the rest", () => {
  const cells = Array.from({ length: 300 }, (_, at) => cell(at + 1, { evaluationId: "x" }));
  const [sharing] = sharedEvaluations([row("a", cells)]).values();
  expect(sharing && sharingSentence(sharing)).toBe(
    "Runs 1, 2, 3, 4, 5, 6, 7 and 293 more give the same tree: run once.",
  );
});

describe("keys in the grid", () => {
  const rows = [
    ["a1", "a2", "a3"],
    ["b1", "b2"],
    ["c1", "c2", "c3"],
  ];
  test.each([
    ["a1", "ArrowRight", false, "a2"],
    ["a1", "ArrowLeft", false, undefined],
    ["a3", "ArrowRight", false, undefined],
    ["a3", "ArrowDown", false, "b2"],
    ["a1", "ArrowUp", false, undefined],
    ["c3", "ArrowUp", false, "b2"],
    ["b2", "Home", false, "b1"],
    ["b1", "End", false, "b2"],
    ["b2", "Home", true, "a1"],
    ["b2", "End", true, "c3"],
    ["b2", "x", false, undefined],
    ["elsewhere", "ArrowDown", false, undefined],
  ])("from %s %s (Ctrl %s) lead to %s", (from, key, ctrl, to) => {
    expect(nextCell(rows, from, key, ctrl)).toBe(to);
  });
});

describe("the strip", () => {
  test("says in words what it shows, and is empty for no rows", () => {
    const rows = [
      row("a", [cell(1, { outcome: "passed" }), cell(2), cell(3, { outcome: null, state: "waiting" })]),
    ];
    expect(stripText(rows)).toBe("3 attempts: 1 passed, 1 failed, 1 waiting.");
    expect(renderToStaticMarkup(<AttemptStrip rows={rows} k={10} />)).toContain(stripText(rows));
    expect(renderToStaticMarkup(<AttemptStrip rows={[]} k={10} />)).toBe("");
  });

  test("draws each state of hundreds of attempts as one path", () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      row(
        `i${at}`,
        Array.from({ length: 10 }, (_x, run) => cell(run + 1, { outcome: run % 2 ? "passed" : "failed" })),
      ),
    );
    const markup = renderToStaticMarkup(<AttemptStrip rows={many} k={10} />);
    expect(markup.match(/<path/g)).toHaveLength(2);
  });
});
