import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { evaluateOracle, evaluatePatch } from "@/evaluator/evaluate";
import type { EvaluatorDeps } from "@/evaluator/evaluate-types";
import { resolveConnection } from "@/evaluator/sandbox/docker/connection";
import { DockerEngine } from "@/evaluator/sandbox/docker/engine";
import { DockerProvider } from "@/evaluator/sandbox/docker/provider";
import { closeStores } from "@/evaluator/tree/store";
import { ensureStandinImages } from "@/evaluator/unity/standin-image";
import { createEvaluatorDeps, dockerConnection } from "@/evaluator/worker/evaluator-deps";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readOraclePatch } from "@/lib/benchmark/files";
import { loadBenchmark } from "@/lib/benchmark/load";
import { type Config, readConfig } from "@/lib/config";
import type { ExpectedTests } from "@/lib/domain/run";
import { createLogger } from "@/lib/log";
import { measureBareContainer } from "./container";
import { medianOf } from "./median-of";

export type OverheadBench = {
  /** Our time divided by that of a bare container of the same image; 1 would mean that all else is free. */
  ratio: number;
  oursMs: number;
  bareMs: number;
  editorMs: number;
  runs: number;
  image: string;
};

const INSTANCE = "sample-packrat-1";
const ROUNDS = 5;
const RUNS_A_ROUND = 3;

/**
 * What an attempt costs beyond the editor: applying, protecting, opening a sandbox, filling it, reading,
 * grading and throwing away, against a container of the same image that is made, started, used once for
 * nothing and removed. The editor's time is told from outside and so holds the start of one command; that
 * part is counted as ours. Both are measured in turn, so that other load on the machine meets both.
 */
export async function benchHarnessOverhead(): Promise<OverheadBench> {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-overhead-"));
  try {
    const { deps, entry, docker } = await prepare({ ...readConfig(), dataDir: folder });
    const oracle = await evaluateOracle(deps, { entry });
    if (oracle.status !== "oracle" || !oracle.expected)
      throw new Error(`${INSTANCE} has no gate: ${JSON.stringify(oracle)}`);
    const { image } = oracle.run.warm;
    const rounds: { ours: number; bare: number; editor: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await measureBareContainer(image, RUNS_A_ROUND, docker);
      for (let run = 0; run < RUNS_A_ROUND; run++) {
        const { durationMs, editorMs } = await once(deps, entry, oracle.expected);
        rounds.push({
          ours: durationMs - editorMs + bare.stepsMs.exec,
          bare: bare.medianMs,
          editor: editorMs,
        });
      }
    }
    return {
      ratio: medianOf(rounds.map(({ ours, bare }) => ours / bare)),
      oursMs: medianOf(rounds.map(({ ours }) => ours)),
      bareMs: medianOf(rounds.map(({ bare }) => bare)),
      editorMs: medianOf(rounds.map(({ editor }) => editor)),
      runs: rounds.length,
      image,
    };
  } finally {
    await closeStores();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(config: Config) {
  const benchmark = loadBenchmark({
    benchmarkDir: path.join(config.sampleDir, "none"),
    sampleDir: config.sampleDir,
  });
  const entry = benchmark.instances.get(INSTANCE);
  if (!entry) throw new Error(`The sample has no instance ${INSTANCE}.`);
  const connection = dockerConnection(config);
  const resolved = resolveConnection(connection);
  if (resolved.status !== "resolved") throw new Error(resolved.message);
  const connected = DockerEngine.connect(connection);
  if (connected.status !== "connected") throw new Error(connected.message);
  const images = await ensureStandinImages({
    docker: connected.engine.docker,
    buckets: [entry.instance.unity_bucket],
    editorDir: path.join(config.sampleDir, "editor"),
  });
  if (images.status !== "ready") throw new Error(images.message);
  const deps = createEvaluatorDeps({
    config,
    benchmark,
    sandbox: new DockerProvider(connected.engine, "bench"),
    log: createLogger("bench", "silent"),
    owner: `bench-${process.pid}`,
  });
  return { deps, entry, docker: resolved.options };
}

async function once(deps: EvaluatorDeps, entry: InstanceEntry, expected: ExpectedTests) {
  const patch = readOraclePatch(entry.dataset, INSTANCE);
  if (!patch) throw new Error(`${INSTANCE} has no oracle patch.`);
  const result = await evaluatePatch(deps, { entry, expected, patch });
  if (result.status !== "graded" || result.grade.outcome !== "passed") {
    throw new Error(
      `The oracle did not pass: ${JSON.stringify(result.status === "graded" ? result.grade : result)}`,
    );
  }
  return result;
}
