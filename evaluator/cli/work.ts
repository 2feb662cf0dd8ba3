import os from "node:os";
import type { EvaluatorDeps } from "@/evaluator/evaluate-types";
import type { SandboxProvider } from "@/evaluator/sandbox/types";
import { createChecker, createTreeEvaluator } from "@/evaluator/worker/compose";
import type { WorkerOptions } from "@/evaluator/worker/context";
import { createEvaluatorDeps } from "@/evaluator/worker/evaluator-deps";
import { instanceSource } from "@/evaluator/worker/instance-source";
import type { OnProgress } from "@/evaluator/worker/progress";
import { newWorkerId, runWorker } from "@/evaluator/worker/worker";
import { WorkerFault } from "@/evaluator/worker/worker-fault";
import type { Benchmark } from "@/lib/benchmark/dataset";
import type { Config } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import type { CommandContext } from "./context";
import { infrastructureFailure } from "./exit-codes";
import { prepareImages } from "./prepare-images";

export type WorkOptions = {
  database: Database;
  benchmark: Benchmark;
  sandbox: SandboxProvider;
  until?: () => boolean;
  only?: WorkerOptions["only"];
  onProgress?: OnProgress;
  withoutRunsFolder?: WorkerOptions["withoutRunsFolder"];
};

/** Evaluations at a time when the configuration does not say: half the processors, at least one. */
export function slotsOf(config: Pick<Config, "workers">): number {
  return config.workers > 0 ? config.workers : Math.max(1, Math.floor(os.availableParallelism() / 2));
}

/**
 * Works in this process until `until` holds or the command is interrupted; leaves nothing claimed. Ends with the
 * machinery's code when it cannot work on; unless told otherwise also when the runs folder cannot be used.
 */
export async function workHere(context: CommandContext, options: WorkOptions): Promise<EvaluatorDeps> {
  const { config, log, signal } = context;
  const { benchmark, sandbox, ...rest } = options;
  const workerId = newWorkerId();
  const deps = createEvaluatorDeps({ config, benchmark, sandbox, log, owner: workerId });
  const work = runWorker({
    withoutRunsFolder: "end",
    ...rest,
    workerId,
    source: instanceSource(benchmark),
    checker: createChecker(deps, benchmark),
    evaluator: createTreeEvaluator(deps, benchmark, {
      // Only our own editor is built when it is needed; Unity's image is gigabytes and `prepare`'s to fetch.
      prepareImage: async (entry) => {
        if (entry.repo.standin) await prepareImages(context, [entry], sandbox);
      },
    }),
    runsDir: config.runsDir,
    log,
    slots: slotsOf(config),
    checkers: Math.max(2, os.availableParallelism()),
    signal,
  });
  await work.catch((error: unknown) => {
    if (error instanceof WorkerFault) throw infrastructureFailure(error.message, error.mend, error);
    throw error;
  });
  return deps;
}
