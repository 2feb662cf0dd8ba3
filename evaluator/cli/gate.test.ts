import { expect, test } from "vitest";
import { isBrokenOff } from "./gate";

test("a gate is broken off when our machinery kept the deciding run from its end, and only then", () => {
  expect(isBrokenOff(null)).toBe(true);
  expect(isBrokenOff({ oracleOutcome: "infra-error", baseOutcome: "infra-error" })).toBe(true);
  expect(isBrokenOff({ oracleOutcome: "passed", baseOutcome: "infra-error" })).toBe(true);
  expect(isBrokenOff({ oracleOutcome: "failed", baseOutcome: "infra-error" })).toBe(false);
  expect(isBrokenOff({ oracleOutcome: "passed", baseOutcome: "failed" })).toBe(false);
});
