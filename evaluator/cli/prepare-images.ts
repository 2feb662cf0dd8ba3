import { ApptainerProvider } from "@/evaluator/sandbox/apptainer/provider";
import { DockerEngine } from "@/evaluator/sandbox/docker/engine";
import { DockerImages } from "@/evaluator/sandbox/docker/images";
import type { SandboxProvider } from "@/evaluator/sandbox/types";
import { editorImageName } from "@/evaluator/unity/images";
import { pullImage } from "@/evaluator/unity/pull-image";
import { dockerConnection } from "@/evaluator/worker/evaluator-deps";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { apptainerImages } from "./apptainer-images";
import type { CommandContext } from "./context";
import { infrastructureFailure, inputFailure } from "./exit-codes";
import { buildStandIns, roomFor } from "./image-steps";

/** Makes the stand-in images and gets the Unity images that some instances need and that the sandbox lacks. */
export async function prepareImages(
  context: CommandContext,
  entries: readonly InstanceEntry[],
  sandbox: SandboxProvider,
): Promise<void> {
  const nameOf = ({ repo, instance }: InstanceEntry) =>
    editorImageName(repo, instance.unity_bucket, context.config);
  const standIns = entries.filter((entry) => entry.repo.standin);
  const wanted = {
    buckets: standIns.map((entry) => entry.instance.unity_bucket),
    standIns: [...new Set(standIns.map(nameOf))],
    unity: [...new Set(entries.filter((entry) => !entry.repo.standin).map(nameOf))],
  };
  if (sandbox instanceof ApptainerProvider) await apptainerImages(context, sandbox, wanted);
  else if (sandbox.kind === "docker") await dockerImages(context, wanted);
}

async function dockerImages(
  context: CommandContext,
  { buckets, unity }: { buckets: readonly string[]; unity: readonly string[] },
): Promise<void> {
  const connected = DockerEngine.connect(dockerConnection(context.config));
  if (connected.status === "wrong") throw inputFailure(connected.message, connected.mend);
  const { docker } = connected.engine;
  if (buckets.length > 0) await buildStandIns(context, docker, buckets);
  for (const name of unity) {
    const present = await docker
      .getImage(name)
      .inspect()
      .catch(() => null);
    if (present) continue;
    await roomFor(name, new DockerImages(connected.engine));
    context.err.write(`Pulling ${name}\n`);
    const onLine = (line: string) => context.err.write(`  ${line}\n`);
    const pulled = await pullImage(docker, name, { onLine, signal: context.signal });
    if (pulled.status === "failed") throw infrastructureFailure(pulled.message, pulled.mend, pulled.cause);
  }
}
