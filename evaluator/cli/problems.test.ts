import { expect, test } from "vitest";
import type { Problem } from "@/lib/domain/problem";
import { problemLines } from "./problems";

const empty = (line: number): Problem => ({
  severity: "warning",
  line,
  field: "model_patch",
  message: "is null; the attempt counts as empty.",
});

test("a few equal problems are told line by line, and what is beyond the bound is counted", () => {
  expect(problemLines([empty(1), empty(2)], 7)).toEqual([
    "  Line 1, model_patch: is null; the attempt counts as empty.",
    "  Line 2, model_patch: is null; the attempt counts as empty.",
    "  … and 7 more",
  ]);
});

test("many equal problems are told once, with the first of their lines, beside the others", () => {
  const other: Problem = { severity: "error", message: "sample-packrat-2: 0 of 10 rows." };
  expect(problemLines([...[4, 5, 6, 9, 11, 12].map(empty), other], 0)).toEqual([
    "  6 lines (4, 5, 6, 9, 11 …), model_patch: is null; the attempt counts as empty.",
    "  sample-packrat-2: 0 of 10 rows.",
  ]);
});
