import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { messageOf } from "../failure";
import { type ApptainerHost, removeTree } from "./host";
import type { ImageRecord, ImageStore } from "./image-store";
import { writtenBytes } from "./usage";

/** Unity's images have 15 GB and more. */
const BUILD_MS = 4 * 3_600_000;

const indexSchema = z.object({ manifests: z.array(z.object({ digest: z.string() })).min(1) });
const manifestSchema = z.object({ config: z.object({ digest: z.string() }) });
const configSchema = z.object({
  config: z
    .object({
      Env: z.array(z.string()).nullish(),
      Labels: z.record(z.string(), z.string()).nullish(),
      Volumes: z.record(z.string(), z.unknown()).nullish(),
    })
    .nullish(),
});

export type ImageSource =
  /** What `docker save` writes. */
  | { kind: "archive"; tar: NodeJS.ReadableStream }
  /** A registry, asked by Apptainer itself. */
  | { kind: "registry" };

export type BuildResult =
  | { status: "built"; digest: string }
  | { status: "failed"; reason: "no-such-tag" | "no-space" | "unreachable" | "broken"; message: string };

export type BuildOptions = {
  /** Variables for Apptainer besides ours: proxies, access to registries. Nothing of the image runs while it is made. */
  env?: Readonly<Record<string, string | undefined>>;
  onLine?: (line: string) => void;
  signal?: AbortSignal;
};

/**
 * Makes a folder of an image's files and keeps it under the image's name. Its digest is the one by which Docker
 * knows the same image, so that gates and results hold for both.
 */
export async function buildImage(
  host: ApptainerHost,
  store: ImageStore,
  name: string,
  source: ImageSource,
  { env: given, onLine, signal }: BuildOptions = {},
): Promise<BuildResult> {
  const part = await store.begin();
  try {
    await host.hand(part);
    const work = path.join(part, "work");
    await host.makeFolder(work);
    const from = source.kind === "archive" ? await saveArchive(source.tar, work) : registryAddress(name);
    const rootfs = path.join(part, "rootfs");
    const env = { ...given, APPTAINER_CACHEDIR: path.join(work, "cache"), APPTAINER_TMPDIR: work };
    const argv = ["apptainer", "build", "--sandbox", rootfs, from];
    const built = await host.run(argv, { config: work, env, timeoutMs: BUILD_MS, onLine, signal });
    if (signal?.aborted) return failed("broken", "It was stopped.");
    if (built.code !== 0) return explain(built.stderr);
    const { digest, config } = await readConfig(path.join(work, "cache", "cache", "blob"));
    const volumes = Object.keys(config?.Volumes ?? {});
    if (volumes.length > 0) return failed("broken", `It declares volumes (${volumes.join(", ")}).`);
    const id = digest.replace(/^sha256:/, "");
    await removeTree(work);
    const sizeBytes = await writtenBytes([rootfs]);
    const { Env: env_, Labels: labels } = config ?? {};
    const record = {
      digest,
      sizeBytes,
      ownBytes: sizeBytes,
      labels: labels ?? {},
      env: env_ ?? [],
      rootfs: id,
      layers: [],
    };
    await store.keep(part, id, name, record);
    return { status: "built", digest };
  } catch (error) {
    const space = error instanceof Error && "code" in error && error.code === "ENOSPC";
    return failed(space ? "no-space" : "broken", messageOf(error));
  } finally {
    await removeTree(part);
  }
}

/** A name may have a tag and a digest; Apptainer takes either, and the digest says more. */
export function registryAddress(name: string): string {
  const [place = name, digest] = name.split("@");
  const tag = place.lastIndexOf(":");
  const bare = digest && tag > place.lastIndexOf("/") ? place.slice(0, tag) : place;
  return `docker://${bare}${digest ? `@${digest}` : ""}`;
}

async function saveArchive(tar: NodeJS.ReadableStream, work: string): Promise<string> {
  const file = path.join(work, "image.tar");
  await pipeline(tar, createWriteStream(file));
  await chmod(file, 0o644);
  return `docker-archive:${file}`;
}

/** The image's own settings, out of what Apptainer kept on the way. */
async function readConfig(blobs: string) {
  const index = indexSchema.parse(JSON.parse(await readFile(path.join(blobs, "index.json"), "utf8")));
  const blob = async (digest: string) =>
    JSON.parse(await readFile(path.join(blobs, "blobs", digest.replace(":", "/")), "utf8")) as unknown;
  const manifest = manifestSchema.parse(await blob(index.manifests.at(-1)?.digest ?? ""));
  const { digest } = manifest.config;
  return { digest, config: configSchema.parse(await blob(digest)).config };
}

function explain(said: string): BuildResult {
  const lines = said.split("\n").filter((line) => !line.startsWith("INFO:"));
  const text = lines
    .slice(-3)
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(/^FATAL:\s*/, "");
  if (/manifest unknown|not found|name unknown|denied|unauthorized/i.test(said))
    return failed("no-such-tag", text);
  if (/no space left/i.test(said)) return failed("no-space", text);
  return failed("unreachable", text);
}

function failed(reason: Extract<BuildResult, { status: "failed" }>["reason"], message: string): BuildResult {
  return { status: "failed", reason, message };
}

/**
 * Keeps what a sandbox changed as an image on top of the one it was made of. The folder itself is moved, which
 * takes no time whatever its size; the sandbox needs a new one.
 */
export async function keepLayer(
  store: ImageStore,
  image: ImageRecord,
  made: { overlay: string; name: string; labels: Record<string, string> },
): Promise<string> {
  const ownBytes = await writtenBytes([path.join(made.overlay, "upper")]);
  if (!Number.isFinite(ownBytes)) throw new Error("it holds folders that cannot be looked into");
  const part = await store.begin();
  try {
    const layer = path.join(part, "layer");
    await rename(made.overlay, layer);
    await removeTree(path.join(layer, "work"));
    await mkdir(path.join(layer, "work"));
    // Not a hash of the files, which may be gigabytes: the same import never gives the same bytes twice.
    const facts = JSON.stringify([image.digest, made.name, made.labels, path.basename(part)]);
    const id = createHash("sha256").update(facts).digest("hex");
    await store.keep(part, id, made.name, {
      digest: `sha256:${id}`,
      sizeBytes: image.sizeBytes + ownBytes,
      ownBytes,
      labels: { ...image.labels, ...made.labels },
      env: image.env,
      rootfs: image.rootfs,
      layers: [...image.layers, id],
    });
    return `sha256:${id}`;
  } finally {
    await removeTree(part);
  }
}
