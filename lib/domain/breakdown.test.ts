import { expect, it } from "vitest";
import { breakdown } from "./breakdown";
import { attempt, experiment, without } from "./report/example-experiment";
import { setMetrics } from "./set-metrics";

const groupOf = (id: string) => (id === "s-4" ? "small" : "large");

it("gives each group the means of its own instances, the largest group first", () => {
  const groups = breakdown(setMetrics(experiment(2)).instances, 10, groupOf);
  expect(groups.map((one) => [one.name, one.instances, one.solved, one.attempts])).toEqual([
    ["large", 3, 2, { counted: 30, passed: 20 }],
    ["small", 1, 0, { counted: 10, passed: 0 }],
  ]);
  expect(groups[0]?.means?.passAt[9]).toBe(2 / 3);
  expect(groups[1]?.means?.passAt[9]).toBe(0);
});

it("is the set's own metrics when all instances are one group", () => {
  const metrics = setMetrics(experiment(3));
  expect(breakdown(metrics.instances, 10, () => "all")[0]?.means).toEqual(metrics.means);
});

it("has no means for a group that lacks attempts, and those of the others", () => {
  const partial = without(experiment(2), "s-4");
  const groups = breakdown(
    setMetrics({ ...partial, attempts: [...partial.attempts, attempt("s-4", 1)] }).instances,
    10,
    groupOf,
  );
  expect(groups.map((one) => [one.complete, one.means === null])).toEqual([
    [true, false],
    [false, true],
  ]);
});
