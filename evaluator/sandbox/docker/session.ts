import type { Readable } from "node:stream";
import type Docker from "dockerode";
import { delay } from "../command-run";
import { insidePath } from "../inside-path";
import type { Done, ExecResult, ExecSpec, FileRead, SandboxFailure, SandboxSession } from "../types";
import { runCommand } from "./command";
import type { SandboxContainer } from "./container";
import { bounded, type DockerEngine, statusOf } from "./engine";
import { putTar, readFile, removePaths } from "./files";

/** A sandbox that is a container. */
export class DockerSession implements SandboxSession {
  readonly id: string;
  readonly #container: SandboxContainer;
  readonly #labels: Record<string, string>;
  readonly #closing = new AbortController();

  constructor(container: SandboxContainer, labels: Record<string, string>) {
    this.id = container.handle.id;
    this.#container = container;
    this.#labels = labels;
  }

  path(inside: string): string {
    return insidePath(inside);
  }

  put(tar: Readable | Uint8Array, dir: string): Promise<Done | SandboxFailure> {
    return putTar(this.#container, tar, dir);
  }

  remove(paths: readonly string[]): Promise<Done | SandboxFailure> {
    return removePaths(this.#container, paths);
  }

  exec(spec: ExecSpec): Promise<ExecResult> {
    const signals = [this.#closing.signal, spec.signal].filter((signal) => signal !== undefined);
    return runCommand(this.#container, { ...spec, signal: AbortSignal.any(signals) });
  }

  read(path: string, maxBytes: number): Promise<FileRead | SandboxFailure> {
    return readFile(this.#container, path, maxBytes);
  }

  /**
   * Keeps the container's files as an image. The image takes its settings from the image the sandbox was
   * made of; the sandbox's own labels, which the engine would copy, are emptied, so that no search for
   * leftovers ever finds what is made from it.
   */
  async commit(image: string, labels: Record<string, string>) {
    const { engine, handle } = this.#container;
    try {
      const { Image } = await handle.inspect(bounded("quick", {}));
      const base = await engine.docker.getImage(Image).inspect();
      const emptied = Object.fromEntries(Object.keys(this.#labels).map((key) => [key, ""]));
      const { repo, tag } = splitName(image);
      const answer: { Id: string } = await handle.commit(
        bounded("transfer", {
          _query: { container: handle.id, repo, tag, pause: true },
          // An empty list, unlike none, keeps the engine from taking over what the sandbox runs.
          _body: {
            ...base.Config,
            Entrypoint: base.Config.Entrypoint ?? [],
            Labels: { ...base.Config.Labels, ...emptied, ...labels },
          },
        }),
      );
      return { status: "committed" as const, digest: answer.Id };
    } catch (error) {
      return engine.failure(`keep the sandbox as ${image}`, error);
    }
  }

  async close(): Promise<Done | SandboxFailure> {
    const { engine, handle, watch } = this.#container;
    this.#container.goes = true;
    this.#closing.abort();
    watch.expectKill();
    watch.close();
    try {
      await removeContainer(handle);
      return { status: "done" };
    } catch (error) {
      return engine.failure("remove the sandbox", error);
    }
  }
}

/** Removes a container with its processes and volumes and waits until it is gone; gone already is fine. */
export async function removeContainer(container: Docker.Container): Promise<boolean> {
  const limit = Date.now() + 300_000;
  for (let tries = 0; ; tries++) {
    try {
      await container.remove(bounded("remove", { force: true, v: true }));
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return tries > 0;
      // Somebody else is removing it: wait until it is gone.
      if (statusOf(error) !== 409 || Date.now() > limit) throw error;
      await delay(200);
    }
  }
}

/** `registry:5000/name:tag` → name and tag; the tag is after the last colon behind the last slash. */
export function splitName(image: string): { repo: string; tag: string } {
  const colon = image.lastIndexOf(":");
  if (colon <= image.lastIndexOf("/")) return { repo: image, tag: "latest" };
  return { repo: image.slice(0, colon), tag: image.slice(colon + 1) };
}

/** For a container whose creation may or may not have happened: removed by its unique name. */
export async function removeByName(engine: DockerEngine, name: string): Promise<void> {
  await removeContainer(engine.docker.getContainer(name)).catch(() => {});
}
