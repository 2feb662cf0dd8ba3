import { existsSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

/** The one place that reads `process.env`. Every variable is documented in `.env.example`. */
const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === "" ? undefined : value.trim()));
const count = (fallback: number, min: number, max: number) =>
  optionalText
    .transform((value) => (value === undefined ? fallback : Number(value)))
    .pipe(z.number().int().min(min).max(max));

const schema = z.object({
  BENCHMARK_DIR: optionalText,
  REPO_MIRROR_DIR: optionalText,
  LICENSE_PATH: optionalText,
  SWE_GAME_BENCH_DATA_DIR: optionalText,
  SWE_GAME_BENCH_RUNS_DIR: optionalText,
  SWE_GAME_BENCH_EDITOR_IMAGE: optionalText,
  SWE_GAME_BENCH_WORKERS: count(0, 0, 256),
  SWE_GAME_BENCH_TIMEOUT_SECONDS: count(1800, 1, 86_400),
  SWE_GAME_BENCH_STALL_SECONDS: count(900, 1, 86_400),
  SWE_GAME_BENCH_MEMORY_MB: count(0, 0, 1_048_576),
  SWE_GAME_BENCH_DISK_MB: count(0, 0, 10_485_760),
  SWE_GAME_BENCH_PORT: count(3000, 1, 65_535),
  SWE_GAME_BENCH_LOG_LEVEL: optionalText.pipe(
    z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  ),
  DOCKER_HOST: optionalText,
  DOCKER_CONTEXT: optionalText,
  DOCKER_CONFIG: optionalText,
  HOME: optionalText,
  GITHUB_TOKEN: optionalText,
  SWE_MODEL: optionalText,
  SWE_MODEL_TEMPERATURE: optionalText,
});

export type Config = {
  /** The checkout: where `benchmark/`, `drizzle/` and `package.json` are. */
  root: string;
  benchmarkDir: string;
  sampleDir: string;
  dataDir: string;
  runsDir: string;
  databaseFile: string;
  mirrorDir: string | undefined;
  licencePath: string;
  editorImage: string;
  /** Evaluations at a time; 0 means one for each two cores, at least one. */
  workers: number;
  timeoutSeconds: number;
  stallSeconds: number;
  /** 0 means the default of the editor kind. */
  memoryMb: number;
  diskMb: number;
  port: number;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  docker: { host: string | undefined; context: string | undefined; configDir: string };
  githubToken: string | undefined;
  model: { name: string; temperature: string };
};

export class ConfigError extends Error {}

/** Walks up from a folder to the checkout that holds `package.json` and `benchmark/`. */
function findRoot(start: string): string {
  for (let dir = start; ; dir = path.dirname(dir)) {
    if (existsSync(path.join(dir, "package.json")) && existsSync(path.join(dir, "benchmark"))) return dir;
    if (path.dirname(dir) === dir) return start;
  }
}

/**
 * Reads the configuration from an environment.
 * @throws ConfigError that names every wrong variable.
 */
export function readConfig(
  env: Record<string, string | undefined> = process.env,
  cwd = process.cwd(),
): Config {
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`The environment (or .env) has wrong values:\n  ${lines.join("\n  ")}`);
  }
  const v = parsed.data;
  const root = findRoot(cwd);
  const from = (value: string | undefined, fallback: string) => path.resolve(root, value ?? fallback);
  const dataDir = from(v.SWE_GAME_BENCH_DATA_DIR, "data");
  return {
    root,
    benchmarkDir: from(v.BENCHMARK_DIR, "benchmark"),
    sampleDir: path.join(root, "benchmark", "sample"),
    dataDir,
    runsDir: from(v.SWE_GAME_BENCH_RUNS_DIR, "runs"),
    databaseFile: path.join(dataDir, "swe-game-bench.sqlite"),
    mirrorDir: v.REPO_MIRROR_DIR ? path.resolve(root, v.REPO_MIRROR_DIR) : undefined,
    licencePath: from(v.LICENSE_PATH, "unity_license_data"),
    editorImage: v.SWE_GAME_BENCH_EDITOR_IMAGE ?? "unityci/editor:ubuntu-{bucket}-base-3",
    workers: v.SWE_GAME_BENCH_WORKERS,
    timeoutSeconds: v.SWE_GAME_BENCH_TIMEOUT_SECONDS,
    stallSeconds: v.SWE_GAME_BENCH_STALL_SECONDS,
    memoryMb: v.SWE_GAME_BENCH_MEMORY_MB,
    diskMb: v.SWE_GAME_BENCH_DISK_MB,
    port: v.SWE_GAME_BENCH_PORT,
    logLevel: v.SWE_GAME_BENCH_LOG_LEVEL,
    docker: {
      host: v.DOCKER_HOST,
      context: v.DOCKER_CONTEXT,
      configDir: v.DOCKER_CONFIG ?? path.join(v.HOME ?? "/root", ".docker"),
    },
    githubToken: v.GITHUB_TOKEN,
    model: { name: v.SWE_MODEL ?? "gpt-5.2", temperature: v.SWE_MODEL_TEMPERATURE ?? "0.4" },
  };
}

/** Loads `.env` of the checkout, if there is one; variables that are set already win. */
export function loadEnvFile(cwd = process.cwd()): void {
  const file = path.join(findRoot(cwd), ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}
