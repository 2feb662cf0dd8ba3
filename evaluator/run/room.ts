import type { ImageKeeper, KeptImage, SandboxFailure } from "@/evaluator/sandbox/types";
import { type InfraFailure, infra, type RunDeps } from "./types";

/** Every warm image carries it; its value is the repository. */
export const WARM_LABEL = "swe-game-bench.warm";

/** Below this nothing can be written in earnest. */
const FULL_BYTES = 64 * 1024 * 1024;

type Deps = Pick<RunDeps, "sandbox" | "log">;

/**
 * Asks for free disk before an editor starts. Imported projects that nobody used for longest make way first;
 * a failure says how much there is and how much is asked for, so that a full disk is never a verdict.
 */
export async function ensureRoom(deps: Deps, freeBytes: number): Promise<InfraFailure | null> {
  const keeper = deps.sandbox.images;
  const before = await keeper?.disk();
  if (!keeper || !before || before.freeBytes >= freeBytes) return null;
  const leftBehind = await oldestFirst(keeper);
  let removed = 0;
  for (const image of leftBehind) {
    if (await drop(deps, keeper, image)) removed += 1;
    const now = await keeper.disk();
    if (now && now.freeBytes >= freeBytes) return null;
  }
  const now = (await keeper.disk()) ?? before;
  const gone = removed === 0 ? "" : `, after ${removed} imported projects were removed for it`;
  return infra(
    "disk",
    `${now.place} has ${gibibytes(now.freeBytes)} free${gone}; an evaluation asks for ${gibibytes(freeBytes)}.`,
    "Free space there (docker system df shows what takes it), or set SWE_GAME_BENCH_FREE_DISK_MB.",
  );
}

/** Removes the least recently used warm images until all of them together keep within a budget. */
export async function keepWithin(
  deps: Deps,
  { limitBytes, keep }: { limitBytes: number; keep: string },
): Promise<void> {
  const keeper = deps.sandbox.images;
  if (!keeper || limitBytes === 0) return;
  const images = await oldestFirst(keeper);
  let total = images.reduce((sum, image) => sum + image.ownBytes, 0);
  for (const image of images) {
    if (total <= limitBytes) return;
    if (image.name === keep) continue;
    if (await drop(deps, keeper, image)) total -= image.ownBytes;
  }
}

/** Whether the engine's disk is full now; what cannot be seen from here counts as not full. */
export async function diskIsFull(deps: Pick<RunDeps, "sandbox">): Promise<boolean> {
  const disk = await deps.sandbox.images?.disk();
  return disk ? disk.freeBytes < FULL_BYTES : false;
}

async function oldestFirst(keeper: ImageKeeper): Promise<KeptImage[]> {
  const listed = await keeper.list(WARM_LABEL);
  return listed.status === "listed" ? [...listed.images].sort((a, b) => a.usedAtMs - b.usedAtMs) : [];
}

/** True when the image is gone. One that is in use stays, and whoever made it anew meanwhile keeps it. */
async function drop(deps: Deps, keeper: ImageKeeper, image: KeptImage): Promise<boolean> {
  const result: { status: string } | SandboxFailure = await keeper.remove(image.name);
  if (result.status === "removed") {
    const used = new Date(image.usedAtMs).toISOString();
    deps.log.info(
      { image: image.name, used, bytes: image.ownBytes },
      "Removed an imported project for space",
    );
  }
  return result.status === "removed";
}

function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
