import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./command";

const sample = path.join(root, "benchmark", "sample");

export type Row = {
  instance_id: string;
  run_id: number;
  agent: string;
  model: string;
  temperature?: string;
  model_patch: string | null;
};

/** The oracle patch of a sample instance. */
export function oraclePatch(instanceId: string): string {
  return readFileSync(path.join(sample, "oracle_patches", `${instanceId}.patch`), "utf8");
}

/** Ten rows of one instance made from a few patches in turn. */
export function tenRows(
  instanceId: string,
  patches: readonly (string | null)[],
  identity: Partial<Row> = {},
): Row[] {
  return Array.from({ length: 10 }, (_, index) => ({
    instance_id: instanceId,
    run_id: index + 1,
    agent: "test-agent",
    model: "scripted",
    model_patch: patches[index % patches.length] ?? null,
    ...identity,
  }));
}

export function writeRows(dir: string, rows: readonly unknown[], name = "predictions.jsonl"): string {
  const file = path.join(dir, name);
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return file;
}

/** A patch that applies to packrat's base and repairs nothing. */
export function wrongPatch(path_: string): string {
  return [
    `diff --git a/${path_} b/${path_}`,
    "new file mode 100644",
    "--- /dev/null",
    `+++ b/${path_}`,
    "@@ -0,0 +1 @@",
    "+// nothing that helps",
    "",
  ].join("\n");
}
