import { expect, test } from "vitest";
import { benchPatchCheck } from "./patch-check";

test("compares our patch checks with bare git processes", { timeout: 300_000 }, async () => {
  const bench = await benchPatchCheck({ patches: 40, rounds: 2 });
  expect(bench.bareGitPerSecond).toBeGreaterThan(0);
  expect(bench.ratio).toBeCloseTo(bench.checksPerSecond / bench.bareGitPerSecond, 0);
  // Several git processes a patch would bring it below this, whatever the load.
  expect(bench.ratio).toBeGreaterThan(0.2);
});
