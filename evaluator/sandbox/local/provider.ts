import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import { isolationNotes } from "../isolation";
import { carries, checkInstallation, containerLabels, ownLabels } from "../labels";
import type {
  ImageLookup,
  SandboxFailure,
  SandboxProbe,
  SandboxProvider,
  SandboxSession,
  SandboxSpec,
} from "../types";
import { SandboxFolder } from "./files";
import { killProcesses, MARKER } from "./processes";
import { failure, LocalSession } from "./session";

const recordSchema = z.object({ id: z.string().min(1), labels: z.record(z.string(), z.string()) });
const RECORD = "sandbox.json";
const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export type LocalOptions = {
  installation: string;
  /** Where sandboxes are made; a folder of our own below the system's temporary one unless given. */
  baseDir?: string;
  /** `PATH` of the programs; nothing else of our own environment reaches them. */
  searchPath?: string;
};

/**
 * Sandboxes as plain folders and processes of this machine, for an editor that is installed here. They keep
 * runs apart and end them, and keep nobody out: see the notes of `probe`.
 */
export class LocalProvider implements SandboxProvider {
  readonly kind = "local";
  readonly #installation: string;
  readonly #dir: string;
  readonly #searchPath: string;

  /** @throws TypeError when `installation` cannot be an id. */
  constructor(options: LocalOptions) {
    this.#installation = checkInstallation(options.installation);
    const base = options.baseDir ?? path.join(os.tmpdir(), "swe-game-bench-sandboxes");
    this.#dir = path.join(base, this.#installation);
    this.#searchPath = options.searchPath ?? DEFAULT_PATH;
  }

  async probe(): Promise<SandboxProbe> {
    if (process.platform === "win32") {
      const mend = "Use Docker.";
      return { ok: false, message: "Local sandboxes need process groups, which Windows has not.", mend };
    }
    const isolation = {
      files: false,
      network: false,
      privileges: false,
      memory: false,
      processes: false,
      cpu: false,
      disk: true,
      kill: false,
    };
    const notes = [
      ...isolationNotes(isolation),
      "disk: only files in the sandbox's own folder count, asked for every second",
      ...(process.platform === "linux"
        ? []
        : ["kill: this system has no /proc; only process groups are killed"]),
    ];
    return { ok: true, version: `${os.type()} ${os.release()}`, isolation, notes };
  }

  /** There are no images here; the name stands for the machine itself. */
  async image(): Promise<ImageLookup> {
    return { status: "found", digest: "local", sizeBytes: 0, labels: {} };
  }

  async open(spec: SandboxSpec): Promise<{ status: "open"; session: SandboxSession } | SandboxFailure> {
    const labels = containerLabels(this.#installation, spec.labels);
    const id = randomBytes(8).toString("hex");
    const home = path.join(this.#dir, id);
    const folder = new SandboxFolder(path.join(home, "root"));
    try {
      await mkdir(this.#dir, { recursive: true, mode: 0o700 });
      await mkdir(home, { mode: 0o700 });
      // Written before anything runs, so that a leftover is always found.
      await writeFile(path.join(home, RECORD), JSON.stringify({ id, labels }), { mode: 0o600 });
      for (const dir of ["/", "/root", "/tmp"]) await mkdir(folder.real(dir), { recursive: true });
    } catch (error) {
      await rm(home, { recursive: true, force: true });
      return failure("be made", error);
    }
    const env = {
      PATH: this.#searchPath,
      HOME: folder.real("/root"),
      TMPDIR: folder.real("/tmp"),
      ...spec.env,
      [MARKER]: id,
    };
    const sandbox = { id, folder, limits: spec.limits, env, groups: new Set<number>(), ended: null };
    return { status: "open", session: new LocalSession(sandbox, home) };
  }

  async reap(
    labels: Record<string, string>,
    where: (labels: Record<string, string>) => boolean = () => true,
  ): Promise<{ status: "reaped"; count: number } | SandboxFailure> {
    if (Object.keys(labels).length === 0) throw new TypeError("reap needs at least one label");
    const wanted = containerLabels(this.#installation, labels);
    let count = 0;
    try {
      for (const name of await readdir(this.#dir).catch(() => [])) {
        const home = path.join(this.#dir, name);
        const record = await readRecord(path.join(home, RECORD));
        if (!record || !carries(record.labels, wanted) || !where(ownLabels(record.labels))) continue;
        // Groups are not looked at: their ids may belong to others by now. The marker does not lie.
        await killProcesses(record.id, new Set());
        await rm(home, { recursive: true, force: true, maxRetries: 3 });
        count += 1;
      }
      return { status: "reaped", count };
    } catch (error) {
      return failure("remove leftovers", error);
    }
  }
}

async function readRecord(file: string): Promise<z.infer<typeof recordSchema> | null> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}
