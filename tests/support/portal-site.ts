import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import getPort from "get-port";
import { insertApiKey } from "@/lib/auth/api-keys";
import { readConfig } from "@/lib/config";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";
import { users } from "@/lib/db/schema";
import type { Role } from "@/lib/domain/access";
import { answers } from "@/scripts/lib/answers";

const root = path.resolve(import.meta.dirname, "../..");

export type Account = { id: string; email: string; password: string; key: string };

/**
 * The built site with a data folder of its own, and workers beside it: what `npm start` runs, in the hands of a
 * test that may stop and kill its parts.
 */
export class PortalSite {
  readonly dir: string;
  readonly dataDir: string;
  readonly runsDir: string;
  port = 0;
  server: ChildProcess | null = null;
  readonly workers: ChildProcess[] = [];
  #log = "";

  constructor(private readonly env: Record<string, string> = {}) {
    this.dir = mkdtempSync(path.join(tmpdir(), "sgb-portal-"));
    this.dataDir = env.SWE_GAME_BENCH_DATA_DIR ?? path.join(this.dir, "data");
    this.runsDir = path.join(this.dir, "runs");
    mkdirSync(this.dataDir, { recursive: true });
    this.database((database) => migrateDatabase(database, path.join(root, "drizzle")));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What the processes wrote, for a test that fails. */
  get log(): string {
    return this.#log;
  }

  get environment(): Record<string, string> {
    return {
      SWE_GAME_BENCH_DATA_DIR: this.dataDir,
      SWE_GAME_BENCH_RUNS_DIR: this.runsDir,
      SWE_GAME_BENCH_UPLOAD_FREE_MB: "1",
      SWE_GAME_BENCH_PORT: String(this.port),
      ...this.env,
    };
  }

  database<T>(work: (database: Database) => T): T {
    const database = openDatabase(path.join(this.dataDir, "swe-game-bench.sqlite"));
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  /** An account with a password and an API key, made by the services that the site uses. */
  async account(name: string, role: Role = "submitter"): Promise<Account> {
    const email = `${name}@example.org`;
    const password = `${name}-${randomUUID()}`;
    const { createAuth } = await import("@/lib/auth/options");
    const config = readConfig({ ...this.environment }, root);
    const database = openDatabase(config.databaseFile);
    try {
      const { user } = await createAuth(config, database).api.signUpEmail({
        body: { email, password, name },
      });
      if (role === "maintainer")
        database.query.update(users).set({ role }).where(eq(users.id, user.id)).run();
      const { token } = insertApiKey(database.query, {
        userId: user.id,
        name: "tests",
        expiresAt: null,
        now: Date.now(),
      });
      return { id: user.id, email, password, key: token };
    } finally {
      database.close();
    }
  }

  /** The cookies of a browser that has just signed in. */
  async session({ email, password }: Account): Promise<string> {
    const { createAuth } = await import("@/lib/auth/options");
    const config = readConfig({ ...this.environment }, root);
    const database = openDatabase(config.databaseFile);
    try {
      const { headers } = await createAuth(config, database).api.signInEmail({
        body: { email, password },
        returnHeaders: true,
      });
      return headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0] ?? "")
        .join("; ");
    } finally {
      database.close();
    }
  }

  async start(): Promise<void> {
    this.port ||= await getPort();
    const args = ["bin/site.mjs", "--hostname", "127.0.0.1", "--port", String(this.port)];
    this.server = this.#spawn(args, { NEXT_TELEMETRY_DISABLED: "1" });
    const { server } = this;
    await answers(`${this.url}/healthz`, () => server.exitCode !== null).catch((cause) => {
      throw new Error(`The site does not answer.\n${this.#log}`, { cause });
    });
  }

  /** A worker process as `npm start` runs it. */
  worker(env: Record<string, string> = {}): ChildProcess {
    const worker = this.#spawn([path.join("bin", "swe-game-bench.mjs"), "worker"], env);
    this.workers.push(worker);
    return worker;
  }

  #spawn(args: readonly string[], env: Record<string, string>): ChildProcess {
    const child = spawn(process.execPath, [...args], {
      cwd: root,
      env: { ...process.env, ...this.environment, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const keep = (chunk: Buffer) => {
      this.#log = (this.#log + chunk.toString()).slice(-20_000);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    return child;
  }

  /** A call of the API with somebody's key. */
  async api(account: Account, address: string, init: RequestInit = {}): Promise<Response> {
    const headers = { Authorization: `Bearer ${account.key}`, ...(init.headers as Record<string, string>) };
    return await fetch(`${this.url}/api/v1/${address}`, { ...init, headers });
  }

  async upload(account: Account, body: Buffer | string, query = "set=sample"): Promise<Response> {
    return await this.api(account, `submissions?${query}`, {
      method: "POST",
      body: new Uint8Array(Buffer.from(body)),
    });
  }

  /** Greatest memory that the server's process held, in MB. */
  peakMemory(): number {
    const status = readFileSync(`/proc/${this.server?.pid}/status`, "utf8");
    return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1000);
  }

  async stop(child: ChildProcess | null = this.server, signal: NodeJS.Signals = "SIGTERM"): Promise<number> {
    const begun = Date.now();
    if (child === null || child.exitCode !== null || child.signalCode !== null) return 0;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
    return Date.now() - begun;
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers, this.server].map((child) => this.stop(child)));
    rmSync(this.dir, { recursive: true, force: true });
  }
}
