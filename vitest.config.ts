import path from "node:path";
import { defineConfig } from "vitest/config";

const alias = { "@": path.resolve(import.meta.dirname) };

/** unit: nothing but git and node. integration: real containers. cli: the real binary. */
export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["{app,components,lib,evaluator,scripts}/**/*.test.{ts,tsx}", "tests/unit/**/*.test.ts"],
          testTimeout: 30_000,
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
