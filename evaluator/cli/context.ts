import type { Benchmark } from "@/lib/benchmark/dataset";
import { DatasetError, loadBenchmark } from "@/lib/benchmark/load";
import { type Config, readConfig } from "@/lib/config";
import { problemText } from "@/lib/domain/problem";
import { createLogger, type Logger } from "@/lib/log";
import { inputFailure } from "./exit-codes";
import { visibleStream } from "./visible-stream";

/** What a command gets beside its own flags. */
export type CommandContext = {
  config: Config;
  log: Logger;
  /** Aborted by the first Ctrl-C or SIGTERM. */
  signal: AbortSignal;
  out: NodeJS.WriteStream;
  err: NodeJS.WriteStream;
};

/** The context of this process. */
export function createContext(signal: AbortSignal): CommandContext {
  const config = readConfig();
  return {
    config,
    log: createLogger("swe-game-bench", config.logLevel),
    signal,
    out: visibleStream(process.stdout),
    err: visibleStream(process.stderr),
  };
}

/** The datasets of this installation, or one message with every problem in them. */
export function benchmarkOf(context: CommandContext): Benchmark {
  try {
    return loadBenchmark(context.config);
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const lines = error.loads.flatMap((load) => [
      `The dataset in ${load.dir} cannot be read:`,
      ...load.problems.map((problem) => `  ${problemText(problem)}`),
    ]);
    throw inputFailure(lines.join("\n"));
  }
}
