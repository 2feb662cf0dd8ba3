import path from "node:path";
import type Docker from "dockerode";
import type { ImageKeeper } from "@/evaluator/sandbox/types";
import { roomToPull } from "@/evaluator/unity/pull-image";
import { ensureStandinImages } from "@/evaluator/unity/standin-image";
import type { CommandContext } from "./context";
import { infrastructureFailure } from "./exit-codes";

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
  const noRoom = roomToPull(name, await images.disk());
  if (noRoom) throw infrastructureFailure(noRoom.message, noRoom.mend);
}
