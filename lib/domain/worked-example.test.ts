import { expect, it } from "vitest";
import { setMetrics } from "./set-metrics";
import { EXAMPLE_LETTERS, EXAMPLES, exampleResult } from "./worked-example";

it("gives the metrics that one counts by hand", () => {
  const metrics = setMetrics(exampleResult(EXAMPLES[0]));
  // parseable: all but instance-4; filehit: instances 1 and 2; pass@10: 1, 2 and 3.
  expect(metrics.means).toMatchObject({ parseable: 3 / 4, fileHit: 2 / 4, passAll: 1 / 4 });
  expect(metrics.means?.passAt[9]).toBe(3 / 4);
  expect(metrics.means?.passAt[0]).toBeCloseTo((1 + 0.2 + 0.1 + 0) / 4, 12);
  expect(metrics.score).toBe((3 / 4) * (2 / 4) * (3 / 4));
});

it("is complete, covers the same instances twice and uses letters that are told", () => {
  const [first, second] = EXAMPLES;
  expect(Object.keys(first.rows)).toEqual(Object.keys(second.rows));
  for (const example of EXAMPLES) {
    expect(setMetrics(exampleResult(example)).complete).toBe(true);
    for (const letter of Object.values(example.rows).join("")) expect(EXAMPLE_LETTERS).toHaveProperty(letter);
  }
});
