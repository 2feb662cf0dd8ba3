import type { ExecEnd, SandboxLimits } from "../types";
import { FakeFiles } from "./files";

export type FakeImage = { digest: string; labels: Record<string, string>; files: FakeFiles };

/** A running program of a fake sandbox; children of a program are further ones. */
export type FakeProcess = { sandbox: string; argv: readonly string[] };

export type FakeSandbox = {
  id: string;
  labels: Record<string, string>;
  files: FakeFiles;
  limits: SandboxLimits;
  env: Record<string, string>;
  /** Aborted when every process of the sandbox is killed. */
  killed: AbortController;
  ended: ExecEnd | null;
};

/**
 * The machine that fake sandboxes live on. Providers made on the same host see the same sandboxes, as two
 * workers see those of one engine; a provider that is simply dropped leaves its sandboxes behind.
 */
export class FakeHost {
  readonly sandboxes = new Map<string, FakeSandbox>();
  readonly processes = new Set<FakeProcess>();
  readonly images = new Map<string, FakeImage>();
  /** While set, the engine of this host does not answer, and says this. */
  down: string | null = null;

  /** Adds an image, with files if wanted. */
  addImage(name: string, files: Record<string, string | Uint8Array> = {}): void {
    const content = new FakeFiles();
    for (const [path, data] of Object.entries(files)) content.write(path, data);
    this.images.set(name, { digest: `fake:${name}`, labels: {}, files: content });
  }

  /** Ends the programs of a sandbox; its files stay readable. */
  kill(sandbox: FakeSandbox): void {
    sandbox.killed.abort();
    for (const process of this.processes) if (process.sandbox === sandbox.id) this.processes.delete(process);
  }

  remove(sandbox: FakeSandbox): void {
    this.kill(sandbox);
    this.sandboxes.delete(sandbox.id);
  }

  /** As if the machine had lost every sandbox in the middle of its work. */
  loseAll(message = "the fake host lost its sandboxes"): void {
    for (const sandbox of [...this.sandboxes.values()]) {
      sandbox.ended = { kind: "sandbox-lost", message };
      this.remove(sandbox);
    }
  }

  living(sandbox: string): number {
    return [...this.processes].filter((process) => process.sandbox === sandbox).length;
  }
}
