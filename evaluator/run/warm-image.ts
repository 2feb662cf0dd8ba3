import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { ImageLookup, SandboxProvider } from "@/evaluator/sandbox/types";
import type { EditorImage } from "@/evaluator/unity/images";
import type { Licence } from "@/evaluator/unity/licence";
import type { EditorKind, RunLimits } from "@/evaluator/unity/limits";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { importProject } from "./import-project";
import { sandboxInfra } from "./open";
import { keepWithin, WARM_LABEL as LABEL } from "./room";
import { type Cancelled, type InfraFailure, infra, type RunDeps } from "./types";

/** What a warm image is made from; its name follows from this alone. */
export type WarmSource = {
  repoKey: string;
  kind: EditorKind;
  editor: EditorImage;
  projectPath: string;
  /** The base project, scrubbed and protected, without any hidden test. */
  tree: string;
  /** All files of that tree as a tar; asked for only when the image must be made. */
  tar: () => Promise<Readable | Uint8Array>;
};

export type WarmImage = {
  status: "warm";
  image: string;
  digest: string;
  sizeBytes: number;
  made: boolean;
  importMs: number;
};

export type WarmOptions = {
  licence: Licence;
  limits: RunLimits;
  signal?: AbortSignal;
  onLine?: (line: string) => void;
};

const MADE_BY = {
  tree: `${LABEL}.tree`,
  editor: `${LABEL}.editor`,
  project: `${LABEL}.project`,
  harness: `${LABEL}.harness`,
};

/** Images that this process is making now: whoever else needs one waits for it. */
const making = new WeakMap<SandboxProvider, Map<string, Promise<Made>>>();
type Made = WarmImage | InfraFailure | Cancelled;

/** The name says the repository; the tag says everything else the image depends on. */
function warmImageName(source: Pick<WarmSource, "repoKey" | "editor" | "projectPath" | "tree">): string {
  const facts = [source.editor.digest, source.projectPath, source.tree, HARNESS_VERSION].join("\0");
  const key = createHash("sha256").update(facts).digest("hex").slice(0, 20);
  return `swe-game-bench/warm-${source.repoKey.replace(/[^a-z0-9]+/g, "-").replace(/-+$/, "")}:${key}`;
}

/** The warm image of a base project: found, or made once. Two processes that make it do no harm. */
export async function ensureWarmImage(
  deps: RunDeps,
  source: WarmSource,
  options: WarmOptions,
): Promise<Made> {
  const image = warmImageName(source);
  const found = await deps.sandbox.image(image);
  if (found.status === "sandbox-failed") return sandboxInfra(found);
  if (isOurs(found, source)) {
    // Best effort: an image that is gone by now shows when it is opened.
    await deps.sandbox.images?.use(image);
    return warm(image, found, { made: false, importMs: 0 });
  }
  const running = making.get(deps.sandbox) ?? new Map<string, Promise<Made>>();
  making.set(deps.sandbox, running);
  const others = running.get(image);
  const work = others ?? make(deps, image, source, options).finally(() => running.delete(image));
  running.set(image, work);
  const result = others ? await orCancelled(others, options.signal) : await work;
  // Whoever began it may have been cancelled: that is no reason for the others to stop.
  if (result.status !== "cancelled" || options.signal?.aborted) return result;
  return await ensureWarmImage(deps, source, options);
}

/** Waiting for the work of others ends with one's own cancellation; their work goes on. */
async function orCancelled(work: Promise<Made>, signal: AbortSignal | undefined): Promise<Made> {
  if (!signal) return await work;
  let cancel = () => {};
  const cancelled = new Promise<Cancelled>((resolve) => {
    cancel = () => resolve({ status: "cancelled" });
  });
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

async function make(deps: RunDeps, image: string, source: WarmSource, options: WarmOptions): Promise<Made> {
  deps.log.info({ image, editor: source.editor.name }, "Importing the base project");
  const imported = await importProject(deps, source, { ...options, image, labels: labelsOf(source) });
  if (imported.status !== "imported") return imported;
  const found = await deps.sandbox.image(image);
  if (found.status === "sandbox-failed") return sandboxInfra(found);
  if (found.status === "missing") return infra("image", `The image ${image} was made and is gone again.`);
  await keepWithin(deps, { limitBytes: options.limits.warmDiskBytes, keep: image });
  return warm(image, found, { made: true, importMs: imported.importMs });
}

function warm(
  image: string,
  found: Extract<ImageLookup, { status: "found" }>,
  made: { made: boolean; importMs: number },
): WarmImage {
  return { status: "warm", image, digest: found.digest, sizeBytes: found.sizeBytes, ...made };
}

function labelsOf(source: WarmSource): Record<string, string> {
  return {
    [LABEL]: source.repoKey,
    [MADE_BY.tree]: source.tree,
    [MADE_BY.editor]: source.editor.digest,
    [MADE_BY.project]: source.projectPath,
    [MADE_BY.harness]: HARNESS_VERSION,
  };
}

/** An image of the right name that was made from something else is made again. */
function isOurs(found: ImageLookup, source: WarmSource): found is Extract<ImageLookup, { status: "found" }> {
  return (
    found.status === "found" &&
    Object.entries(labelsOf(source)).every(([key, value]) => found.labels[key] === value)
  );
}
