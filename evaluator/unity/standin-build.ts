import { spawn } from "node:child_process";
import { access, constants, readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type Docker from "dockerode";
import { pack } from "tar-stream";
import type { RecipeFile } from "./standin-recipe";

type BuildRequest = {
  docker: Docker;
  editorDir: string;
  image: string;
  buckets: readonly string[];
  onLine: (line: string) => void;
  signal?: AbortSignal;
};

/** `image/build.sh` unpacks Debian packages: it needs apt, root, Debian, and the docker command. */
export async function canBuildFromDebian(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const release = await readFile("/etc/os-release", "utf8").catch(() => "");
  if (!/^ID=debian$/m.test(release)) return false;
  const programs = await Promise.all(
    ["/usr/bin/apt-get", "/usr/bin/dpkg-deb", "/usr/bin/docker"].map(isProgram),
  );
  return programs.every(Boolean);
}

/** Runs `image/build.sh`; its lines go to `onLine`. */
export async function buildFromDebian(request: BuildRequest): Promise<void> {
  const script = path.join(request.editorDir, "image", "build.sh");
  const host = hostOf(request.docker);
  const command = ["bash", script, request.image, ...request.buckets];
  const child = spawn("env", host === null ? command : [`DOCKER_HOST=${host}`, ...command], {
    stdio: ["ignore", "pipe", "pipe"],
    // Its own process group, so that a stop reaches apt and docker too.
    detached: true,
  });
  const stop = () => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  };
  request.signal?.addEventListener("abort", stop, { once: true });
  const errors: string[] = [];
  createInterface(child.stdout).on("line", request.onLine);
  createInterface(child.stderr).on("line", (line) => errors.push(line));
  try {
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => {
        if (code === 0) return resolve();
        const end = signal === null ? `exit code ${code}` : `signal ${signal}`;
        reject(new Error(`image/build.sh ended with ${end}. ${errors.slice(-5).join(" ")}`.trim()));
      });
    });
  } finally {
    request.signal?.removeEventListener("abort", stop);
  }
}

/** The same as `docker build` for each version, with the recipe's own files as the context. */
export async function buildFromDockerfile(
  request: BuildRequest & { files: readonly RecipeFile[]; recipe: string },
): Promise<void> {
  for (const bucket of request.buckets) {
    request.signal?.throwIfAborted();
    const stream = await request.docker.buildImage(contextOf(request.files), {
      t: `${request.image}:${bucket}`,
      buildargs: { UNITY_VERSION: bucket, RECIPE: request.recipe },
      abortSignal: request.signal,
    });
    await new Promise<void>((resolve, reject) => {
      request.docker.modem.followProgress(
        stream,
        (error, steps) => {
          const problem = steps?.map(errorOf).find((text) => text !== null);
          if (error) reject(error);
          else if (problem) reject(new Error(problem));
          else resolve();
        },
        (step: unknown) => {
          const text = textOf(step);
          if (text !== "") request.onLine(`${bucket}: ${text}`);
        },
      );
    });
    request.onLine(`standin-editor: built ${request.image}:${bucket}`);
  }
}

function contextOf(files: readonly RecipeFile[]): Readable {
  const tar = pack();
  for (const file of files)
    tar.entry({ name: file.path, mode: file.executable ? 0o755 : 0o644, mtime: new Date(0) }, file.data);
  tar.finalize();
  return Readable.from(tar);
}

/** Where the docker command must go to reach the engine that dockerode speaks to; null leaves it to itself. */
function hostOf(docker: Docker): string | null {
  const modem: unknown = docker.modem;
  return isRecord(modem) && typeof modem.socketPath === "string" ? `unix://${modem.socketPath}` : null;
}

function textOf(step: unknown): string {
  return isRecord(step) && typeof step.stream === "string" ? step.stream.trim() : "";
}

function errorOf(step: unknown): string | null {
  return isRecord(step) && typeof step.error === "string" ? step.error.trim() : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

async function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
