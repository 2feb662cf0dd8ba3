import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { EvaluatorDeps } from "@/evaluator/evaluate-types";
import { treeContexts } from "@/evaluator/run/context";
import { ApptainerProvider } from "@/evaluator/sandbox/apptainer/provider";
import { DockerEngine } from "@/evaluator/sandbox/docker/engine";
import { DockerProvider } from "@/evaluator/sandbox/docker/provider";
import { buildHistory } from "@/evaluator/tree/history";
import { closeStores } from "@/evaluator/tree/store";
import { ensureStandinImages } from "@/evaluator/unity/standin-image";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { historyFolder } from "@/lib/benchmark/files";
import { loadBenchmark } from "@/lib/benchmark/load";
import { readConfig } from "@/lib/config";
import { createLogger } from "@/lib/log";
import { addFromDocker, apptainerFolder } from "./apptainer";

const INSTALLATION = "tests";

export type SampleEvaluator = {
  deps: EvaluatorDeps;
  engine: DockerEngine;
  entries: InstanceEntry[];
  entry: (id: string) => InstanceEntry;
  /** Labels that all sandboxes of this kit carry. */
  labels: Record<string, string>;
  close: () => Promise<void>;
};

/** Everything real: the stand-in image, the sample's repositories rebuilt from text, Docker or Apptainer. */
export async function sampleEvaluator(
  kind: "docker" | "apptainer" = "docker",
  owner = `test-${process.pid}-${Date.now()}`,
): Promise<SampleEvaluator> {
  const config = readConfig();
  const connected = DockerEngine.connect(config.docker);
  if (connected.status !== "connected") throw new Error(connected.message);
  const { engine } = connected;
  const benchmark = loadBenchmark({
    benchmarkDir: path.join(config.sampleDir, "none"),
    sampleDir: config.sampleDir,
  });
  const entries = [...benchmark.instances.values()];
  const buckets = [...new Set(entries.map(({ instance }) => instance.unity_bucket))];
  const images = await ensureStandinImages({
    docker: engine.docker,
    buckets,
    editorDir: path.join(config.sampleDir, "editor"),
  });
  if (images.status !== "ready") throw new Error(`${images.message} ${images.mend}`);
  const apptainer = kind === "apptainer" ? await apptainerWith(images.images.map(({ name }) => name)) : null;
  const mirrors = mkdtempSync(path.join(tmpdir(), "sample-mirrors-"));
  const labels = { owner };
  const deps: EvaluatorDeps = {
    sandbox: apptainer?.provider ?? new DockerProvider(engine, INSTALLATION),
    labels,
    log: createLogger("tests", "silent"),
    settings: config,
    contextOf: treeContexts(onceForEach((entry) => buildMirror(entry, mirrors))),
  };
  return {
    deps,
    engine,
    entries,
    labels,
    entry: (id) => {
      const found = entries.find(({ instance }) => instance.instance_id === id);
      if (!found) throw new Error(`The sample has no instance ${id}.`);
      return found;
    },
    close: async () => {
      await closeStores();
      rmSync(mirrors, { recursive: true, force: true });
      apptainer?.remove();
    },
  };
}

async function apptainerWith(images: readonly string[]) {
  const dir = apptainerFolder();
  const provider = new ApptainerProvider({ installation: INSTALLATION, dir, searchPath: process.env.PATH });
  for (const image of images) await addFromDocker(provider, image);
  return { provider, remove: () => execFileSync("rm", ["-rf", dir]) };
}

type Mirrors = (entry: InstanceEntry) => Promise<{ gitDir: string }>;

function onceForEach(make: Mirrors): Mirrors {
  const made = new Map<string, ReturnType<Mirrors>>();
  return (entry) => {
    const known = made.get(entry.instance.repo) ?? make(entry);
    made.set(entry.instance.repo, known);
    return known;
  };
}

async function buildMirror(entry: InstanceEntry, folder: string): Promise<{ gitDir: string }> {
  const history = historyFolder(entry.dataset, entry.repo.url);
  if (history === null) throw new Error(`${entry.instance.repo} is not kept as text.`);
  const gitDir = path.join(folder, `${entry.instance.repo}.git`);
  await buildHistory(history, gitDir);
  return { gitDir };
}
