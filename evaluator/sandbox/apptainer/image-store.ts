import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { removeTree } from "./host";
import type { Places } from "./places";

const recordSchema = z.object({
  digest: z.string().min(1),
  sizeBytes: z.number(),
  /** What its own folder takes of that. */
  ownBytes: z.number(),
  labels: z.record(z.string(), z.string()),
  /** `NAME=value`, as the image sets them for its programs. */
  env: z.array(z.string()),
  /** The id of the image whose `rootfs` this is. */
  rootfs: z.string(),
  /** Ids of the images whose `layer` lies over it, the lowest first. */
  layers: z.array(z.string()),
});
const nameSchema = z.object({ name: z.string(), id: z.string().regex(/^[0-9a-f]{16,64}$/) });

const PART = ".part-";
const ABANDONED_MS = 24 * 3_600_000;

export type ImageRecord = z.infer<typeof recordSchema>;
export type StoredImage = ImageRecord & { rootfsDir: string; layerDirs: string[] };

/**
 * Images as folders: `images/<id>/` holds `image.json` and either a whole file system (`rootfs`) or what a
 * sandbox changed on another one (`layer`). A name is a small file that says which.
 */
export class ImageStore {
  constructor(readonly places: Places) {}

  /** Null when there is none of that name, or when a folder that it needs is gone. */
  async find(name: string): Promise<StoredImage | null> {
    const id = await this.#idOf(name);
    const record = id === null ? null : await this.#record(id);
    if (!record) return null;
    const rootfsDir = path.join(this.folder(record.rootfs), "rootfs");
    const layerDirs = record.layers.map((layer) => path.join(this.folder(layer), "layer"));
    for (const dir of [rootfsDir, ...layerDirs]) if (!(await isFolder(dir))) return null;
    return { ...record, rootfsDir, layerDirs };
  }

  folder(id: string): string {
    return path.join(this.places.images, id);
  }

  /** Makes a folder to build an image in; `keep` gives it its place. Those of killed builds are removed. */
  async begin(): Promise<string> {
    await mkdir(this.places.images, { recursive: true });
    for (const name of await readdir(this.places.images)) {
      const stats = name.startsWith(PART) ? await stat(this.folder(name)).catch(() => null) : null;
      if (stats && Date.now() - stats.mtimeMs > ABANDONED_MS) await removeTree(this.folder(name));
    }
    const part = this.folder(PART + randomBytes(8).toString("hex"));
    await mkdir(part);
    return part;
  }

  /**
   * Keeps a folder that `begin` gave, under an id and a name. An image of the same id is the same image. It is
   * named before it is there, so that nobody takes it for one without a name.
   */
  async keep(part: string, id: string, name: string, record: ImageRecord): Promise<void> {
    await writeFile(path.join(part, "image.json"), `${JSON.stringify(record, null, 2)}\n`);
    await this.#name(name, id);
    try {
      await rename(part, this.folder(id));
    } catch (error) {
      if (!(await this.#record(id))) throw error;
      await removeTree(part);
    }
  }

  async #name(name: string, id: string): Promise<void> {
    await mkdir(this.places.names, { recursive: true });
    const file = this.#nameFile(name);
    const part = `${file}.${randomBytes(6).toString("hex")}.part`;
    await writeFile(part, JSON.stringify({ name, id }));
    await rename(part, file);
  }

  /** Notes that the image of a name is used now. */
  async touch(name: string): Promise<void> {
    const now = new Date();
    await utimes(this.#nameFile(name), now, now);
  }

  /** Every name whose image is here. */
  async all(): Promise<{ name: string; image: StoredImage; usedAtMs: number }[]> {
    const found: { name: string; image: StoredImage; usedAtMs: number }[] = [];
    for (const entry of await readdir(this.places.names).catch(() => [])) {
      const file = path.join(this.places.names, entry);
      const named = await readJson(file, nameSchema);
      const image = named && (await this.find(named.name));
      const stats = await stat(file).catch(() => null);
      if (image && stats) found.push({ name: named.name, image, usedAtMs: stats.mtimeMs });
    }
    return found;
  }

  /** Takes a name away; `prune` takes its image. */
  async forget(name: string): Promise<void> {
    await rm(this.#nameFile(name), { force: true });
  }

  /** Removes images that no name needs, and none of `used`. */
  async prune(used: ReadonlySet<string>): Promise<void> {
    const needed = new Set(used);
    // Names that cannot be listed are no reason to take all images for nameless: that throws.
    await mkdir(this.places.names, { recursive: true });
    for (const file of await readdir(this.places.names)) {
      const named = await readJson(path.join(this.places.names, file), nameSchema);
      const record = named && (await this.#record(named.id));
      if (named) needed.add(named.id);
      for (const id of record ? [record.rootfs, ...record.layers] : []) needed.add(id);
    }
    for (const name of await readdir(this.places.images).catch(() => []))
      if (!name.startsWith(PART) && !needed.has(name)) await removeTree(this.folder(name));
  }

  async #idOf(name: string): Promise<string | null> {
    const named = await readJson(this.#nameFile(name), nameSchema);
    return named?.name === name ? named.id : null;
  }

  async #record(id: string): Promise<ImageRecord | null> {
    return await readJson(path.join(this.folder(id), "image.json"), recordSchema);
  }

  #nameFile(name: string): string {
    return path.join(this.places.names, `${encodeURIComponent(name)}.json`);
  }
}

async function isFolder(place: string): Promise<boolean> {
  return lstat(place).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}
