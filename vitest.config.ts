import path from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

const alias = { "@": path.resolve(import.meta.dirname) };

const UNIT = ["{app,components,lib,evaluator,scripts}/**/*.test.{ts,tsx}", "tests/unit/**/*.test.ts"];
/** Seconds each: floods of git processes, passwords that are slow to hash, processes that are killed. */
const SLOW = "{app,components,lib,evaluator,scripts,tests/unit}/**/*.slow.test.ts";

/** unit: nothing but git and node, quick. slow: the same, left out of `npm run check`. integration: real containers. cli: the real binary. */
export default defineConfig({
  resolve: { alias },
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: UNIT,
          exclude: [SLOW],
          // Files share processes: starting one for each and loading everything anew took two thirds of the time.
          isolate: false,
          testTimeout: 30_000,
          // vitest leaves one core idle; most of these wait for git, SQLite or a process of their own.
          maxWorkers: 3,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "slow",
          include: [SLOW],
          exclude: ["node_modules/**"],
          isolate: false,
          testTimeout: 30_000,
          maxWorkers: 3,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          include: ["tests/docker/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          // Most of these tests wait, for an editor or for a watchdog: more files than cores keep the cores busy.
          maxWorkers: 3,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "cli",
          include: ["tests/cli/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Most of these tests wait, for an editor or for a watchdog: more files than cores keep the cores busy.
          maxWorkers: 3,
        },
      },
    ],
  },
});
