import type { Readable } from "node:stream";
import { messageOf, sandboxFailure } from "../failure";
import { insidePath } from "../inside-path";
import type { Done, ExecResult, ExecSpec, FileRead, SandboxFailure, SandboxSession } from "../types";
import type { Box } from "./box";
import { runCommand } from "./command";
import { putTar, readFile, removePaths } from "./files";
import { removeTree } from "./host";
import { keepLayer } from "./image-build";
import type { ImageStore } from "./image-store";

/** A sandbox that is an Apptainer instance with a writable layer over an image. */
export class ApptainerSession implements SandboxSession {
  readonly id: string;
  readonly #box: Box;
  readonly #store: ImageStore;
  readonly #closing = new AbortController();

  constructor(box: Box, store: ImageStore) {
    this.id = box.id;
    this.#box = box;
    this.#store = store;
  }

  path(inside: string): string {
    return insidePath(inside);
  }

  put(tar: Readable | Uint8Array, dir: string): Promise<Done | SandboxFailure> {
    return putTar(this.#box, tar, dir);
  }

  remove(paths: readonly string[]): Promise<Done | SandboxFailure> {
    return removePaths(this.#box, paths);
  }

  exec(spec: ExecSpec): Promise<ExecResult> {
    const signals = [this.#closing.signal, spec.signal].filter((signal) => signal !== undefined);
    return runCommand(this.#box, { ...spec, signal: AbortSignal.any(signals) });
  }

  read(path: string, maxBytes: number): Promise<FileRead | SandboxFailure> {
    return readFile(this.#box, path, maxBytes);
  }

  /**
   * Keeps what was changed as an image on top of the sandbox's own. What runs in the background is ended, since
   * its folder is moved; `/tmp` and `/var/tmp` are not kept. The sandbox goes on with the new image.
   */
  async commit(image: string, labels: Record<string, string>) {
    const box = this.#box;
    try {
      await box.kill();
      const { overlay } = box.places;
      const digest = await keepLayer(this.#store, box.image, { overlay, name: image, labels });
      const kept = await this.#store.find(image);
      if (!kept) throw new Error("it is gone again");
      await makeOverlay(box);
      box.renew(kept);
      return { status: "committed" as const, digest };
    } catch (error) {
      return sandboxFailure(
        "engine",
        `The sandbox could not be kept as ${image}: ${messageOf(error)}`,
        error,
      );
    }
  }

  async close(): Promise<Done | SandboxFailure> {
    this.#closing.abort();
    const box = this.#box;
    box.ended ??= { kind: "cancelled" };
    try {
      await box.kill();
      await box.groups?.remove();
      await removeTree(box.places.home);
      return { status: "done" };
    } catch (error) {
      return sandboxFailure("engine", `The sandbox could not be removed: ${messageOf(error)}`, error);
    }
  }
}

/** The folders in which a sandbox writes, as its account. */
export async function makeOverlay({ host, places }: Pick<Box, "host" | "places">): Promise<void> {
  for (const folder of [places.overlay, places.upper]) await host.makeFolder(folder);
}
