import type { Readable } from "node:stream";
import Docker from "dockerode";
import * as z from "zod";
import { messageOf, sandboxFailure } from "../failure";
import type { SandboxFailure } from "../types";
import type { DockerConnection } from "./connection";
import { resolveConnection } from "./connection";

/** What of `docker info` we rely on. */
export type EngineInfo = {
  version: string;
  /** Where the engine keeps images and containers, on its own machine. */
  rootDir: string;
  os: string;
  cpus: number;
  memoryLimit: boolean;
  swapLimit: boolean;
  pidsLimit: boolean;
  cpuQuota: boolean;
  seccomp: boolean;
  driver: string;
  backingFilesystem: string;
  nativeDiff: boolean;
};

const infoSchema = z.looseObject({
  ServerVersion: z.string(),
  DockerRootDir: z.string(),
  OSType: z.string(),
  NCPU: z.number(),
  Driver: z.string(),
  DriverStatus: z.array(z.tuple([z.string(), z.string()])).nullish(),
  SecurityOptions: z.array(z.string()).nullish(),
  MemoryLimit: z.boolean().optional(),
  SwapLimit: z.boolean().optional(),
  PidsLimit: z.boolean().optional(),
  CpuCfsQuota: z.boolean().optional(),
});

/** Limits of single calls to the engine, in milliseconds; a lost engine must not hold a worker for ever. */
export const CALL_MS = { quick: 30_000, start: 120_000, remove: 300_000, transfer: 1_800_000 } as const;

/** A connection to one engine: dockerode, its facts, and the words for what goes wrong. */
export class DockerEngine {
  readonly where: string;
  readonly docker: Docker;
  #info: EngineInfo | null = null;

  private constructor(docker: Docker, where: string) {
    this.docker = docker;
    this.where = where;
  }

  /** Nothing is sent yet: this fails only when the settings name no engine. */
  static connect(
    connection: DockerConnection,
  ): { status: "connected"; engine: DockerEngine } | { status: "wrong"; message: string; mend: string } {
    const resolved = resolveConnection(connection);
    if (resolved.status === "wrong") return resolved;
    try {
      const engine = new DockerEngine(new Docker(resolved.options), resolved.where);
      return { status: "connected", engine };
    } catch (error) {
      const mend = "Check DOCKER_HOST and DOCKER_CERT_PATH.";
      return { status: "wrong", message: `The Docker settings are wrong: ${messageOf(error)}`, mend };
    }
  }

  /** The engine's facts, asked for once. @throws what dockerode throws. */
  async info(): Promise<EngineInfo> {
    this.#info ??= await this.#askInfo();
    return this.#info;
  }

  async #askInfo(): Promise<EngineInfo> {
    // The types of dockerode do not know that `info` takes options.
    const ask: (options: object) => Promise<unknown> = this.docker.info.bind(this.docker);
    const info = infoSchema.parse(await ask(bounded("quick", {})));
    const driverStatus = new Map(info.DriverStatus ?? []);
    return {
      version: info.ServerVersion,
      rootDir: info.DockerRootDir,
      os: info.OSType,
      cpus: info.NCPU,
      memoryLimit: info.MemoryLimit === true,
      swapLimit: info.SwapLimit === true,
      pidsLimit: info.PidsLimit === true,
      cpuQuota: info.CpuCfsQuota === true,
      seccomp: (info.SecurityOptions ?? []).some((option) => option.includes("name=seccomp")),
      driver: info.Driver,
      backingFilesystem: driverStatus.get("Backing Filesystem") ?? "",
      nativeDiff: driverStatus.get("Native Overlay Diff") === "true",
    };
  }

  /** An answer of the engine as it comes, for what dockerode would first collect in memory. */
  stream(resource: string, query: string, signal?: AbortSignal): Promise<Readable> {
    return new Promise((resolve, reject) => {
      // docker-modem cuts the last character off a path with a query but without options.
      const path = query === "" ? resource : `${resource}?${query}&`;
      const statusCodes = { 200: true, 404: "no such container", 500: "server error" };
      const request = {
        path,
        method: "GET",
        isStream: true,
        statusCodes,
        ...(signal ? { abortSignal: signal } : {}),
      };
      this.docker.modem.dial(request, (error: unknown, answer: unknown) =>
        error ? reject(error) : resolve(answer as Readable),
      );
    });
  }

  /** Words for an error of a call: what was being done, and what the engine said. */
  failure(doing: string, error: unknown): SandboxFailure {
    const said = messageOf(error);
    const status = statusOf(error);
    const message = `Docker at ${this.where} could not ${doing}: ${said}`;
    if (status === 404 && /no such image/i.test(said)) return sandboxFailure("image-missing", message, error);
    if (/no space left on device|disk quota exceeded/i.test(said))
      return sandboxFailure("disk", message, error);
    if (status === 400 || /setting rlimit|minimum memory limit|range of cpus/i.test(said)) {
      return sandboxFailure("limits", message, error);
    }
    return sandboxFailure("engine", message, error);
  }
}

/** Options of a call that ends at its limit; dockerode takes the signal everywhere, its types only in places. */
export function bounded<T extends object>(kind: keyof typeof CALL_MS, options: T): T {
  return { ...options, abortSignal: AbortSignal.timeout(CALL_MS[kind]) };
}

/** The HTTP status of an engine's answer; null when there was no answer at all. */
export function statusOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return null;
  return typeof error.statusCode === "number" ? error.statusCode : null;
}
