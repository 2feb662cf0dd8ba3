import type { CompileError, LogFinding, RunEnd, RunObservation } from "@/lib/domain/run";
import { type SuiteVerdict, some, verdict } from "./verdict";

type Finding<K extends LogFinding["kind"]> = Extract<LogFinding, { kind: K }>;

/** Exit codes of a process that a signal ended: 128 + ILL, ABRT, BUS, FPE, KILL, SEGV, TERM. */
const SIGNALS: Readonly<Record<number, string>> = {
  132: "an illegal instruction",
  134: "an abort",
  135: "a bus error",
  136: "an arithmetic fault",
  137: "a kill signal",
  139: "a segmentation fault",
  143: "a termination signal",
};

const FAULTS = {
  licence: "The editor did not accept its licence",
  packages: "The editor could not resolve the project's packages",
  "project-locked": "The editor found the project open in another editor",
  disk: "The disk was full",
} as const;

export function finding<K extends LogFinding["kind"]>(
  observation: Pick<RunObservation, "findings">,
  kind: K,
): Finding<K> | undefined {
  return observation.findings.find((one): one is Finding<K> => one.kind === kind);
}

/** What a line of the log says of our own machinery, in words. */
export function faultSentence(found: { kind: keyof typeof FAULTS; line: string; means?: string }): string {
  const means = found.means ? ` (${found.means})` : "";
  return `${FAULTS[found.kind]}${means}: ${quoted(found.line)}`;
}

/** Failures of our machinery that leave no results; each is known before code of the project can run. */
export function infraFault(observation: RunObservation): SuiteVerdict | null {
  for (const kind of ["licence", "packages", "project-locked"] as const) {
    const found = finding(observation, kind);
    if (found) return verdict("infra-error", faultSentence(found));
  }
  const compile = finding(observation, "compile-error");
  if (compile?.blame !== "infrastructure") return null;
  return verdict(
    "infra-error",
    `The project did not compile for reasons outside the patch: ${first(compile.errors)}`,
  );
}

/** A run that the sandbox stopped at a limit. It never passes, whatever it left behind. */
export function stopped(end: RunEnd): SuiteVerdict | null {
  switch (end.kind) {
    case "exited":
      return null;
    case "timed-out":
      return verdict("timed-out", `The run was stopped at its limit of ${end.limitSeconds} s.`);
    case "stalled":
      return verdict(
        "timed-out",
        `The run was stopped after ${end.silentSeconds} s without a line of output.`,
      );
    case "out-of-memory":
      return verdict(
        "out-of-memory",
        `The run was stopped at its limit of ${mebibytes(end.limitBytes)} of memory.`,
      );
    case "disk-full":
      // The run's own writing: not our disk, and no verdict of the tests either.
      return verdict(
        "crashed",
        `The run filled its disk limit of ${mebibytes(end.limitBytes)} and was stopped.`,
      );
    case "sandbox-lost":
      return verdict("infra-error", `The sandbox was lost: ${end.message}`);
  }
}

/** The verdict on a run that ended by itself and left nothing that can be read; `why` says what is missing. */
export function withoutResults(observation: RunObservation, why: string): SuiteVerdict {
  const compile = finding(observation, "compile-error");
  if (compile) return compileError(compile);
  const disk = finding(observation, "disk");
  if (disk?.confirmed) return verdict("infra-error", faultSentence(disk));
  const notes = disk ? ["The log speaks of a full disk, and the disk was not full."] : [];
  const crash = finding(observation, "crash");
  if (crash) return verdict("crashed", `The editor crashed: ${quoted(crash.line)}`, { notes });
  const code = observation.end.kind === "exited" ? observation.end.code : 0;
  const signal = SIGNALS[code];
  if (signal) return verdict("crashed", `The editor was ended by ${signal} (exit code ${code}).`, { notes });
  const unsaved = finding(observation, "unsaved");
  const lost = unsaved ? `The test framework could not save its results: ${quoted(unsaved.line)}` : why;
  return verdict("no-results", `The editor exited with code ${code}. ${lost}`, { notes });
}

export function endedBySignal(end: RunEnd): boolean {
  return end.kind === "exited" && SIGNALS[end.code] !== undefined;
}

/** Errors in hidden tests are not quoted: they would tell what the tests call. */
function compileError({ errors, blame }: Finding<"compile-error">): SuiteVerdict {
  if (blame === "hidden-test") {
    const codes = [...new Set(errors.map((error) => error.code))];
    return verdict("compile-error", `The hidden tests do not compile with this patch (${some(codes)}).`);
  }
  return verdict("compile-error", `The project does not compile: ${first(errors)}`);
}

function first(errors: readonly CompileError[]): string {
  const [error] = errors;
  if (!error) return "the log names no error.";
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return `${error.file}(${error.line},${error.column}): error ${error.code}: ${error.message}${more}`;
}

function quoted(line: string): string {
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
