import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod";
import type { BenchmarkSet } from "@/lib/domain/instance";

/** The one place that reads `process.env`. Every variable is documented in `.env.example`. */
const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === "" ? undefined : value.trim()));
const count = (fallback: number, min: number, max: number) =>
  optionalText
    .transform((value) => (value === undefined ? fallback : Number(value)))
    .refine((value) => Number.isSafeInteger(value) && value >= min && value <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    });

/** How many, parts of one included; 0 when it is not set. */
const amount = (max: number) =>
  optionalText
    .transform((value) => (value === undefined ? 0 : Number(value)))
    .refine((value) => value === 0 || (value >= 0.01 && value <= max), {
      error: `must be a number from 0.01 to ${max}`,
    });

/** Goes into an HTTP header: the message of a bad value must not repeat it. */
const secret = optionalText.pipe(
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be one line of printable characters without blanks")
    .optional(),
);
const webAddress = optionalText.pipe(z.url({ protocol: /^https?$/ }).optional());

const schema = z.object({
  BENCHMARK_DIR: optionalText,
  REPO_MIRROR_DIR: optionalText,
  LICENSE_PATH: optionalText,
  SWE_GAME_BENCH_DATA_DIR: optionalText,
  SWE_GAME_BENCH_RUNS_DIR: optionalText,
  SWE_GAME_BENCH_APPTAINER_DIR: optionalText,
  SWE_GAME_BENCH_EDITOR_IMAGE: optionalText,
  SWE_GAME_BENCH_WORKERS: count(0, 0, 256),
  SWE_GAME_BENCH_TIMEOUT_SECONDS: count(1800, 1, 86_400),
  SWE_GAME_BENCH_STALL_SECONDS: count(900, 1, 86_400),
  SWE_GAME_BENCH_MEMORY_MB: count(0, 0, 1_048_576),
  SWE_GAME_BENCH_DISK_MB: count(0, 0, 10_485_760),
  SWE_GAME_BENCH_CPUS: amount(1024),
  SWE_GAME_BENCH_FREE_DISK_MB: count(0, 0, 10_485_760),
  SWE_GAME_BENCH_WARM_DISK_MB: count(102_400, 0, 104_857_600),
  SWE_GAME_BENCH_PORT: count(3000, 1, 65_535),
  /** Read by `npm start` alone. */
  SWE_GAME_BENCH_HOST: optionalText,
  SWE_GAME_BENCH_LOG_LEVEL: optionalText.pipe(
    z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  ),
  SWE_GAME_BENCH_URL: webAddress,
  SWE_GAME_BENCH_AUTH_SECRET: secret.pipe(z.string().min(32).optional()),
  SWE_GAME_BENCH_SIGN_UP: optionalText.pipe(z.enum(["open", "closed"]).default("open")),
  SWE_GAME_BENCH_ADDRESS_HEADER: optionalText.pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header")
      .optional(),
  ),
  SWE_GAME_BENCH_EVALUATION: optionalText.pipe(z.enum(["open", "approval", "closed"]).default("open")),
  SWE_GAME_BENCH_UPLOAD_MB: count(200, 1, 10_240),
  SWE_GAME_BENCH_UPLOAD_FREE_MB: count(1024, 0, 10_485_760),
  SWE_GAME_BENCH_QUOTA_GOLDEN: count(2, 0, 10_000),
  SWE_GAME_BENCH_QUOTA_CANDIDATES: count(1, 0, 10_000),
  SWE_GAME_BENCH_QUOTA_SAMPLE: count(20, 0, 10_000),
  SWE_GAME_BENCH_API_KEY: secret,
  GITHUB_CLIENT_ID: optionalText,
  GITHUB_CLIENT_SECRET: secret,
  DOCKER_HOST: optionalText,
  DOCKER_CONTEXT: optionalText,
  DOCKER_CONFIG: optionalText,
  DOCKER_CERT_PATH: optionalText,
  DOCKER_TLS_VERIFY: optionalText,
  SSH_AUTH_SOCK: optionalText,
  HOME: optionalText,
  PATH: optionalText,
  GITHUB_TOKEN: secret,
  GITHUB_API_URL: webAddress,
  SWE_GAME_BENCH_VISION_URL: webAddress,
  SWE_GAME_BENCH_VISION_KEY: secret,
  SWE_GAME_BENCH_VISION_MODEL: optionalText,
  SWE_MODEL: optionalText,
  SWE_MODEL_TEMPERATURE: optionalText,
});

/** Every variable that is read; `doctor` tells others with our prefix. */
export const KNOWN_VARIABLES: readonly string[] = Object.keys(schema.shape);

export type Config = {
  /** The checkout: where `benchmark/`, `drizzle/` and `package.json` are. */
  root: string;
  benchmarkDir: string;
  sampleDir: string;
  dataDir: string;
  runsDir: string;
  databaseFile: string;
  mirrorDir: string | undefined;
  /** Images and sandboxes of Apptainer. */
  apptainerDir: string;
  /** Where programs are looked for. */
  searchPath: string | undefined;
  licencePath: string;
  editorImage: string;
  /** Evaluations at a time; 0 means one for each two cores, at least one. */
  workers: number;
  timeoutSeconds: number;
  stallSeconds: number;
  /** 0 means the default of the editor kind. */
  memoryMb: number;
  diskMb: number;
  cpus: number;
  /** Free disk that an evaluation asks for; 0 means the default of the editor kind. */
  freeDiskMb: number;
  /** What imported projects may take together; 0 means no limit. */
  warmDiskMb: number;
  port: number;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** As the docker command reads them. */
  docker: {
    host: string | undefined;
    context: string | undefined;
    configDir: string;
    certPath: string | undefined;
    tlsVerify: boolean;
    sshAgent: string | undefined;
  };
  accounts: {
    /** Origin that people reach the site at, when it is told. */
    publicOrigin: string | undefined;
    /** Absent: one is made once and kept in the data folder. */
    secret: string | undefined;
    signUp: "open" | "closed";
    /** Header in which a proxy of ours names the visitor's address; absent: no address is believed. */
    addressHeader: string | undefined;
    github: { clientId: string; clientSecret: string } | undefined;
  };
  portal: {
    /** Whether a confirmed submission is evaluated at once, after a maintainer agreed, or not at all. */
    evaluation: "open" | "approval" | "closed";
    /** Largest predictions file, unpacked. */
    uploadBytes: number;
    /** Disk that an upload must leave free in the data folder. */
    uploadFreeBytes: number;
    /** Confirmed submissions of an account a day. */
    quota: Record<BenchmarkSet, number>;
  };
  /** For `submit`, which sends it to another installation or this one. */
  apiKey: string | undefined;
  githubToken: string | undefined;
  githubApiUrl: string;
  /** OpenAI-compatible endpoint that describes images of issues; absent: images become "[image]". */
  vision: { url: string; key: string | undefined; model: string } | undefined;
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
    apptainerDir: from(v.SWE_GAME_BENCH_APPTAINER_DIR, path.join(dataDir, "apptainer")),
    searchPath: v.PATH,
    mirrorDir: v.REPO_MIRROR_DIR ? path.resolve(root, v.REPO_MIRROR_DIR) : undefined,
    licencePath: from(v.LICENSE_PATH, "unity_license_data"),
    editorImage: v.SWE_GAME_BENCH_EDITOR_IMAGE ?? "unityci/editor:ubuntu-{bucket}-base-3",
    workers: v.SWE_GAME_BENCH_WORKERS,
    timeoutSeconds: v.SWE_GAME_BENCH_TIMEOUT_SECONDS,
    stallSeconds: v.SWE_GAME_BENCH_STALL_SECONDS,
    memoryMb: v.SWE_GAME_BENCH_MEMORY_MB,
    diskMb: v.SWE_GAME_BENCH_DISK_MB,
    cpus: v.SWE_GAME_BENCH_CPUS,
    freeDiskMb: v.SWE_GAME_BENCH_FREE_DISK_MB,
    warmDiskMb: v.SWE_GAME_BENCH_WARM_DISK_MB,
    port: v.SWE_GAME_BENCH_PORT,
    logLevel: v.SWE_GAME_BENCH_LOG_LEVEL,
    docker: {
      host: v.DOCKER_HOST,
      context: v.DOCKER_CONTEXT,
      configDir: v.DOCKER_CONFIG ?? path.join(v.HOME ?? "/root", ".docker"),
      certPath: v.DOCKER_CERT_PATH,
      tlsVerify: v.DOCKER_TLS_VERIFY !== undefined,
      sshAgent: v.SSH_AUTH_SOCK,
    },
    accounts: {
      publicOrigin: v.SWE_GAME_BENCH_URL ? new URL(v.SWE_GAME_BENCH_URL).origin : undefined,
      secret: v.SWE_GAME_BENCH_AUTH_SECRET,
      signUp: v.SWE_GAME_BENCH_SIGN_UP,
      addressHeader: v.SWE_GAME_BENCH_ADDRESS_HEADER,
      github:
        v.GITHUB_CLIENT_ID && v.GITHUB_CLIENT_SECRET
          ? { clientId: v.GITHUB_CLIENT_ID, clientSecret: v.GITHUB_CLIENT_SECRET }
          : undefined,
    },
    portal: {
      evaluation: v.SWE_GAME_BENCH_EVALUATION,
      uploadBytes: v.SWE_GAME_BENCH_UPLOAD_MB * 1_000_000,
      uploadFreeBytes: v.SWE_GAME_BENCH_UPLOAD_FREE_MB * 1_000_000,
      quota: {
        golden: v.SWE_GAME_BENCH_QUOTA_GOLDEN,
        candidates: v.SWE_GAME_BENCH_QUOTA_CANDIDATES,
        sample: v.SWE_GAME_BENCH_QUOTA_SAMPLE,
      },
    },
    apiKey: v.SWE_GAME_BENCH_API_KEY,
    githubToken: v.GITHUB_TOKEN,
    githubApiUrl: v.GITHUB_API_URL ?? "https://api.github.com",
    vision: v.SWE_GAME_BENCH_VISION_URL
      ? {
          url: v.SWE_GAME_BENCH_VISION_URL,
          key: v.SWE_GAME_BENCH_VISION_KEY,
          model: v.SWE_GAME_BENCH_VISION_MODEL ?? "gpt-5.2",
        }
      : undefined,
    model: { name: v.SWE_MODEL ?? "gpt-5.2", temperature: v.SWE_MODEL_TEMPERATURE ?? "0.4" },
  };
}

/** What only we need, or would lead an agent to the answer: our settings, GitHub access, the folder we run in. */
const NOT_FOR_AGENTS =
  /^(SWE_GAME_BENCH_|SWE_MODEL|BENCHMARK_DIR$|REPO_MIRROR_DIR$|LICENSE_PATH$|GITHUB_|GH_|GIT_|npm_|INIT_CWD$|PWD$|OLDPWD$)/;

/** The environment for somebody else's program: model keys and the like pass, what is ours does not. */
export function agentEnvironment(
  env: Record<string, string | undefined> = process.env,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || NOT_FOR_AGENTS.test(name) ? [] : [[name, value]],
    ),
  );
}

/** The environment as it is, for finding the secrets in it that no file may hold. */
export function wholeEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Names of the variables that are set, apart by where: the environment, and `.env` of the checkout. */
export function setVariables(cwd = process.cwd()): { environment: string[]; file: string[] } {
  const file = path.join(findRoot(cwd), ".env");
  const written = existsSync(file) ? Object.keys(parseEnv(readFileSync(file, "utf8"))) : [];
  const fromFile = new Set(written);
  return { environment: Object.keys(process.env).filter((name) => !fromFile.has(name)), file: written };
}

/** Loads `.env` of the checkout, if there is one; variables that are set already win. */
export function loadEnvFile(cwd = process.cwd()): void {
  const file = path.join(findRoot(cwd), ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}
