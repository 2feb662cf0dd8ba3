import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "./database-sync";

export const root = path.resolve(import.meta.dirname, "../../..");
const binary = path.join(root, "bin", "swe-game-bench.mjs");

export type Finished = { code: number | null; stdout: string; stderr: string };

/** An installation of its own: data and runs folders that no other test shares. */
export class Installation {
  readonly dir = mkdtempSync(path.join(tmpdir(), "sgb-cli-"));
  readonly runs = path.join(this.dir, "runs");
  readonly data = path.join(this.dir, "data");

  /** Runs the real binary to its end. */
  async run(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
    return await this.start(args, env).finished;
  }

  /** Starts the real binary and leaves it running. */
  start(
    args: readonly string[],
    env: Record<string, string> = {},
  ): { child: ChildProcess; finished: Promise<Finished>; output: () => string } {
    const child = spawn(process.execPath, [binary, ...args], {
      cwd: root,
      env: {
        ...process.env,
        SWE_GAME_BENCH_DATA_DIR: this.data,
        SWE_GAME_BENCH_RUNS_DIR: this.runs,
        SWE_GAME_BENCH_LOG_LEVEL: "warn",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    const text = (parts: Buffer[]) => Buffer.concat(parts).toString();
    const finished = new Promise<Finished>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, stdout: text(out), stderr: text(err) }));
    });
    return { child, finished, output: () => text(out) + text(err) };
  }

  /** A JSON file below the runs folder. */
  json(...parts: string[]): unknown {
    return JSON.parse(readFileSync(path.join(this.runs, ...parts), "utf8"));
  }

  /** Rows of a query on the installation's database. */
  rows(sql: string): Record<string, unknown>[] {
    return new DatabaseSync(path.join(this.data, "swe-game-bench.sqlite")).all(sql);
  }

  /** Changes the installation's database behind the back of the program. */
  change(sql: string): void {
    new DatabaseSync(path.join(this.data, "swe-game-bench.sqlite")).run(sql);
  }

  /** Ids of the containers that this installation left or runs; those of tests beside this one do not count. */
  containers(): string[] {
    const file = path.join(this.data, "installation-id");
    if (!existsSync(file)) return [];
    const label = `label=swe-game-bench.installation=${readFileSync(file, "utf8").trim()}`;
    const ids = execFileSync("docker", ["ps", "-aq", "--filter", label], { encoding: "utf8" });
    return ids.split("\n").filter(Boolean);
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Waits until something holds; fails with what it waited for. */
export async function until(what: string, holds: () => boolean, seconds = 120): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`Waited ${seconds} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
