import type { EvaluatorDeps } from "@/evaluator/evaluate-types";
import { ContextError, treeContexts } from "@/evaluator/run/context";
import type { DockerConnection } from "@/evaluator/sandbox/docker/connection";
import { selectSandbox } from "@/evaluator/sandbox/select";
import type { SandboxProvider } from "@/evaluator/sandbox/types";
import { ensureMirror } from "@/evaluator/tree/mirror";
import type { Mirror } from "@/evaluator/tree/types";
import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import { type Config, wholeEnvironment } from "@/lib/config";
import type { Logger } from "@/lib/log";
import { installationId } from "./installation";
import { processLabels } from "./process-mark";

export type SandboxKind = "docker" | "apptainer" | "local";

export type SandboxChoice =
  | { status: "selected"; sandbox: SandboxProvider }
  | { status: "wrong"; message: string; mend: string };

/** Which Docker engine the configuration names. */
export function dockerConnection({ docker }: Config): DockerConnection {
  return docker;
}

/** The sandbox that the configuration and a flag name; whether it works is told by its probe. */
export function chooseSandbox(config: Config, kind: SandboxKind): SandboxChoice {
  const docker = dockerConnection(config);
  const { apptainerDir, searchPath } = config;
  const places = kind === "apptainer" ? { apptainerDir, searchPath, buildEnv: wholeEnvironment() } : {};
  const selected = selectSandbox({ kind, installation: installationId(config.dataDir), docker, ...places });
  return selected.status === "selected" ? { status: "selected", sandbox: selected.provider } : selected;
}

export type DepsOptions = {
  config: Config;
  benchmark: Benchmark;
  sandbox: SandboxProvider;
  log: Logger;
  /** The `owner` label of all sandboxes, beside those of this process: leftovers of the dead are found by either. */
  owner: string;
};

/** Everything an evaluation needs in this process. */
export function createEvaluatorDeps({ config, benchmark, sandbox, log, owner }: DepsOptions): EvaluatorDeps {
  return {
    sandbox,
    log,
    labels: { owner, ...processLabels() },
    settings: config,
    contextOf: treeContexts(mirrors(config, benchmark)),
  };
}

/** One mirror a repository, made when its first instance is needed. */
export function mirrors(config: Config, benchmark: Benchmark): (entry: InstanceEntry) => Promise<Mirror> {
  const known = new Map<string, Promise<Mirror>>();
  return (entry) => {
    const key = entry.instance.repo;
    const made = known.get(key) ?? makeMirror(config, benchmark, entry);
    known.set(key, made);
    made.catch(() => known.delete(key));
    return made;
  };
}

async function makeMirror(config: Config, benchmark: Benchmark, entry: InstanceEntry): Promise<Mirror> {
  const { repo, dataset, instance } = entry;
  const instances = [...benchmark.instances.values()]
    .filter((other) => other.dataset === dataset && other.instance.repo === instance.repo)
    .map((other) => other.instance);
  const result = await ensureMirror({
    repoKey: instance.repo,
    repo,
    instances,
    dataDir: config.dataDir,
    datasetDir: dataset.dir,
    ...(config.mirrorDir ? { mirrorDir: config.mirrorDir } : {}),
    ...(config.githubToken ? { token: config.githubToken } : {}),
  });
  if (result.status === "ready") return result.mirror;
  if (result.reason === "machine") throw result.cause;
  throw new ContextError(result.message, { cause: result.cause });
}
