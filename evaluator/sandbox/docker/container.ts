import type Docker from "dockerode";
import type { ExecEnd, SandboxLimits } from "../types";
import type { ContainerWatch } from "./container-watch";
import { bounded, type DockerEngine, statusOf } from "./engine";

type Sized = Docker.ContainerInspectInfo & { SizeRw?: number };

/** What the parts of a Docker sandbox share: the container, its limits and whether it still lives. */
export class SandboxContainer {
  readonly engine: DockerEngine;
  readonly handle: Docker.Container;
  readonly watch: ContainerWatch;
  readonly limits: SandboxLimits;
  readonly env: Record<string, string>;
  /** The engine itself stops writes at the disk limit. */
  readonly quota: boolean;
  /** The end that killed the sandbox; every later command answers with it. */
  ended: ExecEnd | null = null;
  /** It is being removed with all its processes: nobody need kill it as well. */
  goes = false;

  constructor(parts: {
    engine: DockerEngine;
    handle: Docker.Container;
    watch: ContainerWatch;
    limits: SandboxLimits;
    env: Record<string, string>;
    quota: boolean;
  }) {
    this.engine = parts.engine;
    this.handle = parts.handle;
    this.watch = parts.watch;
    this.limits = parts.limits;
    this.env = parts.env;
    this.quota = parts.quota;
  }

  /**
   * Kills every process of the sandbox and waits until they are gone.
   * @throws what dockerode throws when the engine cannot be asked or the container does not die.
   */
  async kill(): Promise<void> {
    this.watch.expectKill();
    if (!this.goes) await this.#signal();
    await this.#waitUntilDead();
  }

  async #signal(): Promise<void> {
    try {
      await this.handle.kill(bounded("quick", { signal: "SIGKILL" }));
    } catch (error) {
      // 404: removed already; 409: not running. Anything else is no answer to "is it dead?".
      const status = statusOf(error);
      if (status !== 404 && status !== 409 && !/is not running/.test(String(error))) throw error;
    }
  }

  /**
   * The state together with the size of the writable layer as the engine counts it: lengths of files, not blocks.
   * @throws what dockerode throws.
   */
  async facts(): Promise<{ running: boolean; memoryKill: boolean; writtenBytes: number }> {
    const options: object = bounded("start", { size: true });
    const info: Sized = await this.handle.inspect(options);
    return {
      running: info.State.Running,
      memoryKill: info.State.OOMKilled,
      writtenBytes: info.SizeRw ?? 0,
    };
  }

  async #waitUntilDead(): Promise<void> {
    try {
      await this.handle.wait(bounded("start", { condition: "not-running" as const }));
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
  }
}
