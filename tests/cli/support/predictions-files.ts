import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./command";

type InstanceId = { instance_id: string };

/** Ids of the sample set, in dataset order. */
export const SAMPLE_IDS: readonly string[] = (
  JSON.parse(readFileSync(path.join(root, "benchmark/sample/instances.json"), "utf8")) as InstanceId[]
).map((row) => row.instance_id);

type FileOptions = { agent?: string; more?: Record<string, unknown>; ids?: readonly string[] };

/** A whole file of the sample set; `patch` gives the text of each attempt. */
export function sampleFile(
  patch: (instanceId: string, run: number) => string | null,
  { agent = "portal-agent", more = {}, ids = SAMPLE_IDS }: FileOptions = {},
): string {
  const rows = ids.flatMap((instance_id) =>
    Array.from({ length: 10 }, (_, index) => ({
      instance_id,
      run_id: index + 1,
      agent,
      model: "scripted",
      model_patch: patch(instance_id, index + 1),
      ...more,
    })),
  );
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** A patch that adds one file with these lines. */
export function addedFile(file: string, lines: readonly string[]): string {
  const head = [`diff --git a/${file} b/${file}`, "new file mode 100644", "--- /dev/null", `+++ b/${file}`];
  return `${[...head, `@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)].join("\n")}\n`;
}
