import type { Blame, CompileError, LogFinding } from "@/lib/domain/run";
import {
  ALL_COMPILED,
  ASSEMBLY_CONFLICT,
  COMPILE_ERROR,
  COMPILE_FAILED,
  COMPILER_DIED,
  LICENCE_ACCEPTED,
  LINE_SIGNATURES,
  type LineSignature,
  PACKAGE_CACHE,
  PROJECT_CODE_RUNS,
  RESULTS_SAVED,
  START_UP_KINDS,
} from "./log-signatures";

/** What a log is read against. Paths are those of the editor's log: relative to the project folder. */
export type LogContext = {
  hiddenTestPaths: readonly string[];
  canaryPath: string | null;
  /** Where this run's results go; another path in the log is not ours. */
  resultsPath: string;
};

export type LogReading = {
  findings: LogFinding[];
  savedLine: boolean;
};

const MAX_ERRORS = 50;
const MAX_LINE = 1000;

/** Reads what a (bounded) log says about the end of a run. Nothing here can make a run pass. */
export function readLog(text: string, context: LogContext): LogReading {
  const lines = text.split(/\r?\n/).map((line) => line.slice(0, MAX_LINE));
  const codeRuns = lines.findIndex((line) => PROJECT_CODE_RUNS.test(line));
  const startUp = codeRuns < 0 ? lines : lines.slice(0, codeRuns);
  const compile = compileFinding(lines, context);
  return {
    findings: [...(compile ? [compile] : []), ...lineFindings(lines, startUp)],
    savedLine: lines.some((line) => RESULTS_SAVED.exec(line)?.[1]?.trim() === context.resultsPath),
  };
}

/** The first line of each kind of trouble. */
function lineFindings(lines: readonly string[], startUp: readonly string[]): LogFinding[] {
  const kinds = [...new Set(LINE_SIGNATURES.map((signature) => signature.kind))];
  return kinds.flatMap((kind): LogFinding[] => {
    const searched = kind === "licence" ? afterAccepted(startUp) : START_UP_KINDS.has(kind) ? startUp : lines;
    const found = firstOf(kind, searched);
    if (!found) return [];
    const known = { line: found.line.trim(), means: found.signature.means };
    return kind === "disk"
      ? [{ kind, ...known, confirmed: firstOf(kind, startUp) !== null }]
      : [{ kind, ...known }];
  });
}

function firstOf(
  kind: LineSignature["kind"],
  lines: readonly string[],
): { line: string; signature: LineSignature } | null {
  const signatures = LINE_SIGNATURES.filter((signature) => signature.kind === kind);
  for (const line of lines) {
    const signature = signatures.find(({ pattern }) => pattern.test(line));
    if (signature) return { line, signature };
  }
  return null;
}

/** Complaints that come before the licence was accepted have been tolerated. */
function afterAccepted(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findLastIndex((line) => LICENCE_ACCEPTED.test(line)) + 1);
}

function compileFinding(lines: readonly string[], context: LogContext): LogFinding | null {
  // Tests may print compiler messages of their own: those come after the run has begun.
  const running = lines.findIndex((line) => /^Running tests for /.test(line));
  const before = running < 0 ? lines : lines.slice(0, running);
  const compiled = allCompiled(before);
  const died = compiled.some((line) => COMPILER_DIED.test(line));
  const conflict = before.find((line) => ASSEMBLY_CONFLICT.test(line));
  const failed = before.some((line) => COMPILE_FAILED.test(line));
  if (!failed && !conflict && !died) return null;
  const errors = conflict ? [conflictError(conflict)] : parseErrors(before);
  // An excuse must have been said while nothing of the project could run yet.
  const excused = died || parseErrors(compiled).length > 0;
  const blame = died ? "infrastructure" : blameOf(errors, context);
  return {
    kind: "compile-error",
    errors: errors.slice(0, MAX_ERRORS),
    blame: blame === "infrastructure" && !excused ? "candidate" : blame,
  };
}

/** The lines until everything was compiled without an error; from then on the project's start-up code may print. */
function allCompiled(lines: readonly string[]): readonly string[] {
  const isTrouble = (line: string) => COMPILE_ERROR.test(line) || COMPILER_DIED.test(line);
  const trouble = lines.findIndex(isTrouble);
  const done = lines.findIndex((line) => ALL_COMPILED.test(line));
  return done >= 0 && (trouble < 0 || done < trouble) ? lines.slice(0, done) : lines;
}

function parseErrors(lines: readonly string[]): CompileError[] {
  const seen = new Map<string, CompileError>();
  for (const line of lines) {
    const match = COMPILE_ERROR.exec(line);
    if (!match) continue;
    const [, file = "", at = "0", column = "0", code = "", message = ""] = match;
    seen.set(line, {
      file: file.replace(/^\.\//, ""),
      line: Number(at),
      column: Number(column),
      code,
      message,
    });
  }
  return [...seen.values()];
}

function conflictError(line: string): CompileError {
  return {
    file: /\(?((?:Assets|Packages)\/[^()]*\.asmdef)\)?/.exec(line)?.[1] ?? "",
    line: 0,
    column: 0,
    code: "asmdef",
    message: line.trim(),
  };
}

/**
 * Who made the project not compile. The base project does compile (its import has shown it), so an error
 * outside hidden tests and packages comes of the candidate, wherever it shows. A hidden test that does not
 * compile misses something the candidate should have added, or has taken away.
 */
function blameOf(errors: readonly CompileError[], context: LogContext): Blame {
  const hidden = new Set([...context.hiddenTestPaths, ...(context.canaryPath ? [context.canaryPath] : [])]);
  const inPackages = errors.filter((error) => PACKAGE_CACHE.test(error.file));
  const rest = errors.filter((error) => !PACKAGE_CACHE.test(error.file));
  if (errors.length === 0 || rest.some((error) => !hidden.has(error.file))) return "candidate";
  const canaryOnly = rest.every((error) => error.file === context.canaryPath);
  return inPackages.length > 0 || canaryOnly ? "infrastructure" : "hidden-test";
}
