import path from "node:path";
import type Docker from "dockerode";
import type { ImageKeeper } from "@/evaluator/sandbox/types";
import { ensureStandinImages } from "@/evaluator/unity/standin-image";
import type { CommandContext } from "./context";
import { gibibytes } from "./doctor/check";
import { infrastructureFailure } from "./exit-codes";

/** A Unity image takes 15 GB and more once it is unpacked; a disk that fills up meanwhile helps nobody. */
const UNPACKED_BYTES = 20 * 2 ** 30;

/** Builds the stand-in images of the present recipe that the engine lacks. */
export async function buildStandIns(
  context: CommandContext,
  docker: Docker,
  buckets: readonly string[],
): Promise<void> {
  const built = await ensureStandinImages({
    docker,
    buckets,
    editorDir: path.join(context.config.sampleDir, "editor"),
    onLine: (line) => context.err.write(`  ${line}\n`),
    signal: context.signal,
  });
  if (built.status === "failed") throw infrastructureFailure(built.message, built.mend, built.cause);
}

export async function roomFor(name: string, images: ImageKeeper): Promise<void> {
  const disk = await images.disk();
  if (disk === null || disk.freeBytes >= UNPACKED_BYTES) return;
  throw infrastructureFailure(
    `${name} is not pulled: ${disk.place} has ${gibibytes(disk.freeBytes)} free, an editor image may need ${gibibytes(UNPACKED_BYTES)}.`,
    "Free space there, or pull the image yourself: docker pull.",
  );
}
