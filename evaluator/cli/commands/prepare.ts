import path from "node:path";
import { Command } from "commander";
import { warmInstance } from "@/evaluator/run/warm-instance";
import { DockerEngine } from "@/evaluator/sandbox/docker/engine";
import { editorImageName } from "@/evaluator/unity/images";
import { pullImage } from "@/evaluator/unity/pull-image";
import { ensureStandinImages } from "@/evaluator/unity/standin-image";
import { dockerConnection } from "@/evaluator/worker/evaluator-deps";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { benchmarkOf, type CommandContext } from "../context";
import { infrastructureFailure, inputFailure } from "../exit-codes";
import { requireInstance, selectInstances, setOption } from "../options";
import type { SetExitCode } from "../program";
import { asFailure, evaluatorDeps, workingSandbox } from "../runtime";

type Flags = { instanceId?: string; set?: BenchmarkSet };

/** `prepare`: editor images and imported base projects, ahead of the first evaluation. */
export function prepareCommand(context: CommandContext, _exit: SetExitCode): Command {
  return new Command("prepare")
    .description("get the editor image of an instance and import its base project once")
    .option("--instance-id <id>", "one instance")
    .addOption(setOption("all instances of a set"))
    .action(async (flags: Flags) => {
      const benchmark = benchmarkOf(context);
      if (!flags.instanceId && !flags.set)
        throw inputFailure("Name an instance with --instance-id or a set with --set.");
      const entries = flags.instanceId
        ? [requireInstance(benchmark, flags.instanceId)]
        : selectInstances(benchmark, undefined, flags.set ?? "sample");
      if (entries.length === 0) throw inputFailure(`The set ${flags.set} has no instance here.`);
      const sandbox = await workingSandbox(context, "docker");
      await prepareImages(context, entries);
      const deps = evaluatorDeps(context, benchmark, sandbox);
      for (const entry of entries) {
        const warm = await warmInstance(deps, { entry, signal: context.signal });
        if (warm.status === "cancelled") return;
        if (warm.status === "infra") throw asFailure(warm);
        const how = warm.made ? `imported in ${(warm.importMs / 1000).toFixed(1)} s` : "already imported";
        context.out.write(`${entry.instance.instance_id}: ${how} (${warm.image})\n`);
      }
    });
}

/** Builds the stand-in images and pulls the Unity images that some instances need and that are not there. */
export async function prepareImages(
  context: CommandContext,
  entries: readonly InstanceEntry[],
): Promise<void> {
  const connected = DockerEngine.connect(dockerConnection(context.config));
  if (connected.status === "wrong") throw inputFailure(connected.message, connected.mend);
  const { docker } = connected.engine;
  const onLine = (line: string) => context.err.write(`  ${line}\n`);
  const standin = entries.filter((entry) => entry.repo.standin).map((entry) => entry.instance.unity_bucket);
  if (standin.length > 0) {
    const editorDir = path.join(context.config.sampleDir, "editor");
    const built = await ensureStandinImages({
      docker,
      buckets: standin,
      editorDir,
      onLine,
      signal: context.signal,
    });
    if (built.status === "failed") throw infrastructureFailure(built.message, built.mend, built.cause);
  }
  const unity = entries.filter((entry) => !entry.repo.standin);
  const names = unity.map(({ repo, instance }) =>
    editorImageName(repo, instance.unity_bucket, context.config),
  );
  for (const name of new Set(names)) {
    const present = await docker
      .getImage(name)
      .inspect()
      .catch(() => null);
    if (present) continue;
    context.err.write(`Pulling ${name}\n`);
    const pulled = await pullImage(docker, name, { onLine, signal: context.signal });
    if (pulled.status === "failed") throw infrastructureFailure(pulled.message, pulled.mend, pulled.cause);
  }
}
