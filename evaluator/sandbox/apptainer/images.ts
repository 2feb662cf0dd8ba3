import { readdir, statfs } from "node:fs/promises";
import path from "node:path";
import { messageOf, sandboxFailure } from "../failure";
import type { Done, ImageKeeper, KeptImage, SandboxFailure } from "../types";
import type { ImageStore } from "./image-store";
import { readRecord } from "./record";

/** Kept images as folders: when one was last used is the date of its name. */
export class ApptainerImages implements ImageKeeper {
  readonly #store: ImageStore;

  constructor(store: ImageStore) {
    this.#store = store;
  }

  async list(label: string): Promise<{ status: "listed"; images: KeptImage[] } | SandboxFailure> {
    return await attempt("list kept images", async () => {
      const all = await this.#store.all();
      const images = all
        .filter(({ image }) => label in image.labels)
        .map(({ name, image, usedAtMs }) => {
          return { name, digest: image.digest, ownBytes: image.ownBytes, usedAtMs };
        });
      return { status: "listed", images };
    });
  }

  async use(name: string): Promise<Done | SandboxFailure> {
    return await attempt(`mark ${name} as used`, async () => {
      await this.#store.touch(name);
      return { status: "done" };
    });
  }

  async remove(name: string): Promise<{ status: "removed" | "in-use" } | SandboxFailure> {
    return await attempt(`remove ${name}`, async () => {
      const image = await this.#store.find(name);
      const id = image?.layers.at(-1) ?? image?.rootfs;
      if (id !== undefined && (await this.#idsInUse()).has(id)) return { status: "in-use" };
      await this.#store.forget(name);
      await this.prune();
      return { status: "removed" };
    });
  }

  async disk(): Promise<{ place: string; freeBytes: number } | null> {
    const place = this.#store.places.dir;
    const space = await statfs(place).catch(() => null);
    return space && { place, freeBytes: space.bavail * space.bsize };
  }

  /** Removes what neither a name nor a sandbox needs: earlier versions, and what only they stood on. */
  async prune(): Promise<void> {
    await this.#store.prune(await this.#idsInUse());
  }

  /** Ids of images that sandboxes stand on, those of other installations among them. */
  async #idsInUse(): Promise<Set<string>> {
    const folder = this.#store.places.allSandboxes;
    const ids = new Set<string>();
    for (const installation of await readdir(folder).catch(() => [])) {
      for (const sandbox of await readdir(path.join(folder, installation)).catch(() => [])) {
        const record = await readRecord(path.join(folder, installation, sandbox, "sandbox.json"));
        for (const id of record?.images ?? []) ids.add(id);
      }
    }
    return ids;
  }
}

async function attempt<T>(doing: string, work: () => Promise<T>): Promise<T | SandboxFailure> {
  try {
    return await work();
  } catch (error) {
    return sandboxFailure("engine", `Apptainer's images: could not ${doing}: ${messageOf(error)}`, error);
  }
}
