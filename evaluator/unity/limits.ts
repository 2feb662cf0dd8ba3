import type { SandboxLimits } from "@/evaluator/sandbox/types";
import type { Config } from "@/lib/config";
import type { Instance, Repo } from "@/lib/domain/instance";

export type EditorKind = "unity" | "stand-in";

/** Everything that bounds one evaluation. */
export type RunLimits = {
  sandbox: SandboxLimits;
  /** Wall clock of one editor run. */
  timeoutSeconds: number;
  /** Seconds without a byte of log after which an editor counts as hung. */
  stallSeconds: number;
  /** Bytes of log that are kept. */
  logBytes: number;
  /** Bytes of a results file that are read. */
  resultsBytes: number;
  /** Bytes that must be free on the engine's disk before an editor starts. */
  freeDiskBytes: number;
  /** Bytes that all imported projects may take together; 0 is no limit. */
  warmDiskBytes: number;
};

export type LimitSettings = Pick<
  Config,
  "timeoutSeconds" | "stallSeconds" | "memoryMb" | "diskMb" | "cpus" | "freeDiskMb" | "warmDiskMb"
>;

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/**
 * Unity's numbers come from public reports: 7 and 12 GB have been too little for large projects, and one
 * import wrote several gigabytes. The stand-in takes a second and 90 MB, so a tenth of a minute is ample.
 */
const DEFAULTS: Record<EditorKind, Omit<RunLimits, "warmDiskBytes">> = {
  unity: {
    sandbox: { memoryBytes: 14 * GIB, cpus: 4, processes: 4096, diskBytes: 30 * GIB },
    timeoutSeconds: 1800,
    stallSeconds: 900,
    logBytes: 16 * MIB,
    resultsBytes: 64 * MIB,
    freeDiskBytes: 10 * GIB,
  },
  "stand-in": {
    sandbox: { memoryBytes: 1 * GIB, cpus: 2, processes: 128, diskBytes: 512 * MIB },
    timeoutSeconds: 60,
    stallSeconds: 30,
    logBytes: 2 * MIB,
    resultsBytes: 16 * MIB,
    freeDiskBytes: 1 * GIB,
  },
};

/** How long the first import of a project may take: imports of an hour and more have been reported. */
const IMPORT_FACTOR = 4;

export function editorKind(repo: Repo): EditorKind {
  return repo.standin ? "stand-in" : "unity";
}

/**
 * The limits of an instance's evaluation: the defaults of its editor, then the configuration (which can
 * only shorten the stand-in's times), then the instance's own time limit.
 */
export function runLimits(instance: Instance, repo: Repo, settings: LimitSettings): RunLimits {
  const kind = editorKind(repo);
  const base = DEFAULTS[kind];
  const seconds = (configured: number, fallback: number) =>
    kind === "unity" ? configured : Math.min(configured, fallback);
  const timeoutSeconds = instance.timeout_seconds ?? seconds(settings.timeoutSeconds, base.timeoutSeconds);
  return {
    ...base,
    sandbox: {
      ...base.sandbox,
      memoryBytes: settings.memoryMb > 0 ? settings.memoryMb * MIB : base.sandbox.memoryBytes,
      diskBytes: settings.diskMb > 0 ? settings.diskMb * MIB : base.sandbox.diskBytes,
      cpus: settings.cpus > 0 ? settings.cpus : base.sandbox.cpus,
    },
    freeDiskBytes: settings.freeDiskMb > 0 ? settings.freeDiskMb * MIB : base.freeDiskBytes,
    warmDiskBytes: settings.warmDiskMb * MIB,
    timeoutSeconds,
    stallSeconds: Math.min(timeoutSeconds, seconds(settings.stallSeconds, base.stallSeconds)),
  };
}

/** The limits of the import that makes a warm image. */
export function importLimits(limits: RunLimits): RunLimits {
  return {
    ...limits,
    timeoutSeconds: limits.timeoutSeconds * IMPORT_FACTOR,
    stallSeconds: limits.stallSeconds * IMPORT_FACTOR,
  };
}
