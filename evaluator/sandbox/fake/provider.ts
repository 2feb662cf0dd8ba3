import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Readable } from "node:stream";
import { messageOf, sandboxFailure } from "../failure";
import { insidePath, removablePath } from "../inside-path";
import { FULL_ISOLATION } from "../isolation";
import { carries, checkInstallation, containerLabels, ownLabels } from "../labels";
import { eachTarEntry } from "../tar";
import type {
  Done,
  ExecResult,
  ExecSpec,
  FileRead,
  ImageLookup,
  SandboxFailure,
  SandboxProbe,
  SandboxProvider,
  SandboxSession,
  SandboxSpec,
} from "../types";
import { type FakePrograms, runFake } from "./command";
import { FakeHost, type FakeSandbox } from "./host";

const DONE: Done = { status: "done" };

/** Sandboxes in memory with programs that are functions, for tests of what is built on sandboxes. */
export class FakeProvider implements SandboxProvider {
  readonly kind = "fake";
  readonly host: FakeHost;
  readonly #installation: string;
  readonly #programs: FakePrograms;

  constructor(options: { installation: string; programs?: FakePrograms; host?: FakeHost }) {
    this.#installation = checkInstallation(options.installation);
    this.#programs = options.programs ?? {};
    this.host = options.host ?? new FakeHost();
  }

  async probe(): Promise<SandboxProbe> {
    if (this.host.down !== null) return { ok: false, message: this.host.down, mend: "Bring the host up." };
    return { ok: true, version: "1", isolation: FULL_ISOLATION, notes: [] };
  }

  async image(name: string): Promise<ImageLookup | SandboxFailure> {
    if (this.host.down !== null) return sandboxFailure("engine", this.host.down);
    const image = this.host.images.get(name);
    if (!image) return { status: "missing" };
    return { status: "found", digest: image.digest, sizeBytes: 0, labels: image.labels };
  }

  async open(spec: SandboxSpec): Promise<{ status: "open"; session: SandboxSession } | SandboxFailure> {
    if (this.host.down !== null) return sandboxFailure("engine", this.host.down);
    const image = this.host.images.get(spec.image);
    if (!image) return sandboxFailure("image-missing", `The fake host has no image ${spec.image}`);
    const sandbox: FakeSandbox = {
      id: randomBytes(8).toString("hex"),
      labels: containerLabels(this.#installation, spec.labels),
      files: image.files.copy(spec.limits.diskBytes),
      limits: spec.limits,
      env: spec.env ?? {},
      killed: new AbortController(),
      ended: null,
    };
    // Every sleeping program listens for the kill.
    setMaxListeners(0, sandbox.killed.signal);
    this.host.sandboxes.set(sandbox.id, sandbox);
    return { status: "open", session: new FakeSession(this.host, sandbox, this.#programs) };
  }

  async reap(
    labels: Record<string, string>,
    where: (labels: Record<string, string>) => boolean = () => true,
  ): Promise<{ status: "reaped"; count: number } | SandboxFailure> {
    if (Object.keys(labels).length === 0) throw new TypeError("reap needs at least one label");
    if (this.host.down !== null) return sandboxFailure("engine", this.host.down);
    const wanted = containerLabels(this.#installation, labels);
    const found = [...this.host.sandboxes.values()].filter(
      (sandbox) => carries(sandbox.labels, wanted) && where(ownLabels(sandbox.labels)),
    );
    for (const sandbox of found) this.host.remove(sandbox);
    return { status: "reaped", count: found.length };
  }
}

class FakeSession implements SandboxSession {
  readonly id: string;
  readonly #host: FakeHost;
  readonly #sandbox: FakeSandbox;
  readonly #programs: FakePrograms;

  constructor(host: FakeHost, sandbox: FakeSandbox, programs: FakePrograms) {
    this.id = sandbox.id;
    this.#host = host;
    this.#sandbox = sandbox;
    this.#programs = programs;
  }

  path(inside: string): string {
    return insidePath(inside);
  }

  async put(tar: Readable | Uint8Array, dir: string): Promise<Done | SandboxFailure> {
    const { files } = this.#sandbox;
    const gone = this.#gone();
    if (gone) return gone;
    files.makeFolder(dir);
    try {
      await eachTarEntry(tar, insidePath(dir), async (entry) => {
        if (entry.kind === "folder") files.makeFolder(entry.path);
        else if (entry.kind === "link") files.makeOdd(entry.path, "link");
        else files.write(entry.path, await collect(entry.data), entry.mode);
      });
      return DONE;
    } catch (error) {
      return sandboxFailure("engine", `The fake sandbox could not put files: ${messageOf(error)}`, error);
    }
  }

  async remove(paths: readonly string[]): Promise<Done | SandboxFailure> {
    for (const path of paths.map(removablePath)) this.#sandbox.files.remove(path);
    return this.#gone() ?? DONE;
  }

  exec(spec: ExecSpec): Promise<ExecResult> {
    return runFake(this.#host, this.#sandbox, this.#programs, spec);
  }

  async read(path: string, maxBytes: number): Promise<FileRead | SandboxFailure> {
    return this.#gone() ?? this.#sandbox.files.read(path, maxBytes);
  }

  async commit(image: string, labels: Record<string, string>) {
    const digest = `fake:${randomBytes(8).toString("hex")}`;
    const files = this.#sandbox.files.copy(Number.POSITIVE_INFINITY);
    this.#host.images.set(image, { digest, labels, files });
    return { status: "committed" as const, digest };
  }

  async close(): Promise<Done | SandboxFailure> {
    if (this.#host.down !== null) return sandboxFailure("engine", this.#host.down);
    if (!this.#sandbox.ended) this.#sandbox.ended = { kind: "cancelled" };
    this.#host.remove(this.#sandbox);
    return DONE;
  }

  #gone(): SandboxFailure | null {
    if (this.#host.down !== null) return sandboxFailure("engine", this.#host.down);
    if (this.#host.sandboxes.has(this.#sandbox.id)) return null;
    return sandboxFailure("engine", `The sandbox ${this.#sandbox.id} is gone`);
  }
}

async function collect(data: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of data) chunks.push(chunk);
  return Buffer.concat(chunks);
}
