import path from "node:path";
import { DockerEngine } from "@/evaluator/sandbox/docker/engine";
import { DockerImages } from "@/evaluator/sandbox/docker/images";
import { editorImageName } from "@/evaluator/unity/images";
import { pullImage } from "@/evaluator/unity/pull-image";
import { ensureStandinImages } from "@/evaluator/unity/standin-image";
import { dockerConnection } from "@/evaluator/worker/evaluator-deps";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import type { CommandContext } from "./context";
import { gibibytes } from "./doctor/check";
import { infrastructureFailure, inputFailure } from "./exit-codes";

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
    await roomFor(name, new DockerImages(connected.engine));
    context.err.write(`Pulling ${name}\n`);
    const pulled = await pullImage(docker, name, { onLine, signal: context.signal });
    if (pulled.status === "failed") throw infrastructureFailure(pulled.message, pulled.mend, pulled.cause);
  }
}

/** A Unity image takes 15 GB and more once it is unpacked; a disk that fills up meanwhile helps nobody. */
const UNPACKED_BYTES = 20 * 2 ** 30;

async function roomFor(name: string, images: DockerImages): Promise<void> {
  const disk = await images.disk();
  if (disk === null || disk.freeBytes >= UNPACKED_BYTES) return;
  throw infrastructureFailure(
    `${name} is not pulled: ${disk.place} has ${gibibytes(disk.freeBytes)} free, an editor image may need ${gibibytes(UNPACKED_BYTES)}.`,
    "Free space there, or pull the image yourself: docker pull.",
  );
}
