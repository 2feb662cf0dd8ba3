import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { writeWhole } from "@/evaluator/write-whole";
import type { Dataset } from "@/lib/benchmark/dataset";
import type { Config } from "@/lib/config";
import { composeFile, editorServices } from "./compose";

export const COMPOSE_NAME = "compose.generated.yml";

export type Generated = {
  composeFile: string;
  services: number;
  changed: boolean;
  /** True where the dataset folder had no Dockerfile and got ours. */
  dockerfileWritten: boolean;
};

/** Writes `docker/compose.generated.yml` of a dataset folder; its own Dockerfile is never replaced. */
export async function generateDocker(
  dataset: Dataset,
  settings: Pick<Config, "editorImage" | "root">,
): Promise<Generated> {
  const folder = path.join(dataset.dir, "docker");
  const services = editorServices(dataset, settings);
  const file = path.join(folder, COMPOSE_NAME);
  const text = composeFile(services);
  const changed = !existsSync(file) || readFileSync(file, "utf8") !== text;
  if (changed) await writeWhole(file, text);
  const dockerfile = path.join(folder, "Dockerfile");
  const dockerfileWritten = !existsSync(dockerfile);
  if (dockerfileWritten)
    await writeWhole(
      dockerfile,
      await readFile(path.join(settings.root, "benchmark", "docker", "Dockerfile")),
    );
  return { composeFile: file, services: services.length, changed, dockerfileWritten };
}
