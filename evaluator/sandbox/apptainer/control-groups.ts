import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { delay } from "../command-run";
import type { SandboxLimits } from "../types";

const ROOT = "/sys/fs/cgroup";
const OWN = "swe-game-bench";
const CPU_PERIOD = 100_000;

/** The groups of one sandbox: files to join by, and what they report. */
export type SandboxGroups = {
  /** `cgroup.procs` of each. */
  join: string[];
  /** How many processes were killed at the memory limit. */
  memoryKills(): number;
  remove(): Promise<void>;
};

/** The kernel's limits. Only root can make control groups without a service manager. */
export interface ControlGroups {
  readonly version: 1 | 2;
  make(name: string, limits: SandboxLimits): SandboxGroups;
  /** Groups of sandboxes that are gone. */
  remove(name: string): Promise<void>;
}

/** What this machine lets us use; null where we may not, and then others must limit. */
export function findControlGroups(root = ROOT): ControlGroups | null {
  for (const groups of [new FirstVersion(root), new SecondVersion(root)]) if (groups.usable()) return groups;
  return null;
}

/** One hierarchy for each kind of limit. */
class FirstVersion implements ControlGroups {
  readonly version = 1;
  readonly #kinds = ["memory", "pids", "cpu"] as const;

  constructor(private readonly root: string) {}

  usable(): boolean {
    return this.#kinds.every((kind) => canWrite(path.join(this.root, kind, "cgroup.procs")));
  }

  #folder(kind: string, name: string): string {
    return path.join(this.root, kind, OWN, name);
  }

  make(name: string, { memoryBytes, processes, cpus }: SandboxLimits): SandboxGroups {
    for (const kind of this.#kinds) mkdirSync(this.#folder(kind, name), { recursive: true });
    const set = (kind: string, file: string, value: number) =>
      writeFileSync(path.join(this.#folder(kind, name), file), String(value));
    set("memory", "memory.limit_in_bytes", memoryBytes);
    // Absent where the kernel does not count swap; equal values leave none.
    if (existsSync(path.join(this.#folder("memory", name), "memory.memsw.limit_in_bytes")))
      set("memory", "memory.memsw.limit_in_bytes", memoryBytes);
    set("pids", "pids.max", processes);
    set("cpu", "cpu.cfs_period_us", CPU_PERIOD);
    set("cpu", "cpu.cfs_quota_us", Math.max(1000, Math.round(cpus * CPU_PERIOD)));
    const events = path.join(this.#folder("memory", name), "memory.oom_control");
    return {
      join: this.#kinds.map((kind) => path.join(this.#folder(kind, name), "cgroup.procs")),
      memoryKills: () => countOf(events, "oom_kill"),
      remove: () => this.remove(name),
    };
  }

  async remove(name: string): Promise<void> {
    for (const kind of this.#kinds) await removeGroup(this.#folder(kind, name));
  }
}

/** One hierarchy for all. */
class SecondVersion implements ControlGroups {
  readonly version = 2;
  readonly #kinds = "+memory +pids +cpu";

  constructor(private readonly root: string) {}

  usable(): boolean {
    const own = path.join(this.root, OWN);
    try {
      const has = readFileSync(path.join(this.root, "cgroup.controllers"), "utf8").split(/\s+/);
      if (!["memory", "pids", "cpu"].every((kind) => has.includes(kind))) return false;
      writeFileSync(path.join(this.root, "cgroup.subtree_control"), this.#kinds);
      mkdirSync(own, { recursive: true });
      writeFileSync(path.join(own, "cgroup.subtree_control"), this.#kinds);
      return true;
    } catch {
      return false;
    }
  }

  make(name: string, { memoryBytes, processes, cpus }: SandboxLimits): SandboxGroups {
    const folder = path.join(this.root, OWN, name);
    mkdirSync(folder, { recursive: true });
    const set = (file: string, value: string | number) =>
      writeFileSync(path.join(folder, file), String(value));
    set("memory.max", memoryBytes);
    if (existsSync(path.join(folder, "memory.swap.max"))) set("memory.swap.max", 0);
    set("pids.max", processes);
    set("cpu.max", `${Math.max(1000, Math.round(cpus * CPU_PERIOD))} ${CPU_PERIOD}`);
    return {
      join: [path.join(folder, "cgroup.procs")],
      memoryKills: () => countOf(path.join(folder, "memory.events"), "oom_kill"),
      remove: () => this.remove(name),
    };
  }

  async remove(name: string): Promise<void> {
    await removeGroup(path.join(this.root, OWN, name));
  }
}

function canWrite(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A count out of a file of `name number` lines. */
function countOf(file: string, name: string): number {
  try {
    const line = readFileSync(file, "utf8")
      .split("\n")
      .find((text) => text.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  } catch {
    return 0;
  }
}

/** A group can go once the last of its processes is reaped, which is a moment after its death. */
async function removeGroup(folder: string): Promise<void> {
  for (let tries = 0; existsSync(folder); tries++) {
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory()) rmdirSync(path.join(folder, entry.name));
      rmdirSync(folder);
    } catch (error) {
      if (tries >= 100) throw error;
      await delay(20);
    }
  }
}
