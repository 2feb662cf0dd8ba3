import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import * as z from "zod";
import { delay, promiseWithResolve, within } from "../command-run";
import type { DockerEngine } from "./engine";

const EVENTS = ["start", "oom", "die", "kill", "stop", "destroy", "exec_die"];
const eventSchema = z.looseObject({
  Action: z.string(),
  time: z.number().optional(),
  Actor: z.looseObject({ Attributes: z.record(z.string(), z.string()).optional() }).optional(),
});

/**
 * Follows the engine's events of one container. That is the only place where a memory kill inside an exec
 * shows while the container lives, and where a container stopped by somebody else can be told from one
 * whose programs killed themselves. Events come in order, so an `exec_die` proves that earlier ones are in.
 */
export class ContainerWatch {
  /** The kernel killed a process at the memory limit. */
  memoryKill = false;
  /** Somebody but us killed, stopped or removed the container. */
  stoppedByOthers = false;
  /** The events cannot be followed any more; nothing may be concluded from their absence. */
  broken = false;
  /** Resolves when the container is dead. */
  readonly died: Promise<void>;
  readonly #engine: DockerEngine;
  readonly #id: string;
  readonly #execs = new Map<string, () => void>();
  readonly #endedExecs = new Set<string>();
  readonly #resolveDied: () => void;
  readonly #memoryKilled = promiseWithResolve<void>();
  #ourDoing = false;
  /** Engine time of the last event in whole seconds; repeated events do no harm, missed ones would. */
  #since: number | undefined;
  #stream: Readable | null = null;
  #closed = false;

  private constructor(engine: DockerEngine, id: string) {
    this.#engine = engine;
    this.#id = id;
    const { promise, resolve } = promiseWithResolve<void>();
    this.died = promise;
    this.#resolveDied = () => resolve(undefined);
  }

  /** To be called before the container is started. @throws what dockerode throws. */
  static async begin(engine: DockerEngine, id: string): Promise<ContainerWatch> {
    const watch = new ContainerWatch(engine, id);
    await watch.#subscribe();
    return watch;
  }

  /** From now on a kill or removal is ours. */
  expectKill(): void {
    this.#ourDoing = true;
  }

  /** Waits until the engine has told that an exec ended. */
  async execEnded(execId: string, ms: number): Promise<void> {
    if (this.#endedExecs.has(execId)) return;
    const { promise, resolve } = promiseWithResolve<void>();
    this.#execs.set(execId, () => resolve(undefined));
    await within(ms, promise);
    this.#execs.delete(execId);
  }

  /** Gives a late report of a memory kill its chance. */
  async memoryKillWithin(ms: number): Promise<boolean> {
    if (!this.memoryKill) await within(ms, this.#memoryKilled.promise);
    return this.memoryKill;
  }

  close(): void {
    this.#closed = true;
    this.#stream?.destroy();
  }

  async #subscribe(): Promise<void> {
    const filters = JSON.stringify({ type: ["container"], container: [this.#id], event: EVENTS });
    const since = this.#since === undefined ? "" : `&since=${this.#since}`;
    const stream = await this.#engine.stream("/events", `filters=${encodeURIComponent(filters)}${since}`);
    this.#stream = stream;
    const decoder = new StringDecoder("utf8");
    let rest = "";
    stream.on("data", (chunk: Buffer) => {
      const lines = (rest + decoder.write(chunk)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(line);
    });
    stream.on("error", () => {});
    stream.once("close", () => void this.#resubscribe());
  }

  /** A proxy may cut a quiet connection; the engine remembers recent events and tells them again. */
  async #resubscribe(): Promise<void> {
    for (const wait of [0, 250, 1000, 4000]) {
      await delay(wait);
      if (this.#closed) return;
      try {
        await this.#subscribe();
        if (this.#closed) this.#stream?.destroy();
        return;
      } catch {
        // The next try, or `broken`, follows.
      }
    }
    this.broken = true;
  }

  #take(line: string): void {
    const event = parseEvent(line);
    if (!event) return;
    if (event.time) this.#since = event.time;
    const attributes = event.Actor?.Attributes ?? {};
    if (event.Action === "oom") {
      this.memoryKill = true;
      this.#memoryKilled.resolve(undefined);
    } else if (event.Action === "exec_die") {
      const execId = attributes.execID ?? "";
      this.#endedExecs.add(execId);
      this.#execs.get(execId)?.();
    } else if (event.Action === "die") {
      this.#resolveDied();
    } else if (event.Action !== "start" && !this.#ourDoing) {
      this.stoppedByOthers = true;
      if (event.Action === "destroy") this.#resolveDied();
    }
  }
}

function parseEvent(line: string): z.infer<typeof eventSchema> | null {
  if (line.trim() === "") return null;
  try {
    return eventSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
