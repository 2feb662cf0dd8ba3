import { randomInt } from "node:crypto";
import type { ExecResult, FileRead, SandboxSession } from "@/evaluator/sandbox/types";
import type { LaidCanary } from "@/evaluator/unity/canary";
import { testArgv } from "@/evaluator/unity/command-line";
import { readLog } from "@/evaluator/unity/log-reader";
import { scrubSecrets } from "@/evaluator/unity/secrets";
import type { TestSuite } from "@/lib/domain/instance";
import type { LogFinding, RunEnd } from "@/lib/domain/run";
import { lockFile, logPath, projectFolder } from "./layout";
import { capturedLog, lineStream } from "./log-stream";
import { need } from "./open";
import { type Cancelled, type InfraFailure, infra, type RunPlan, type SuiteRun } from "./types";
import { type Witness, type WitnessVerdict, watchResults } from "./witness";

export type SuiteJob = {
  suite: TestSuite;
  canary: LaidCanary;
  /** Repository paths of the hidden tests, for blame. */
  hiddenTestPaths: readonly string[];
  resultsPath: string;
  /** More than all suites together may take. */
  sessionSeconds: number;
  signal?: AbortSignal;
  onLine?: (line: string) => void;
};

const UNSEEN = "The results file could not be followed while it was written.";
const UNSEEN_MEND = "Run it again; if it stays so, the image lacks /bin/sh or the tail of GNU coreutils.";

/** One editor run of one suite in an open sandbox. Nothing that comes from inside is believed here. */
export async function runSuite(
  session: SandboxSession,
  plan: RunPlan,
  job: SuiteJob,
): Promise<SuiteRun | InfraFailure | Cancelled> {
  const { limits, licence } = plan;
  const startedAt = new Date();
  const lines = lineStream(licence.secrets, (line) => job.onLine?.(line));
  const witness = watchResults(session, {
    resultsPath: job.resultsPath,
    maxBytes: limits.resultsBytes,
    timeoutSeconds: job.sessionSeconds,
    signal: job.signal,
  });
  const result = await session.exec({
    argv: editorArgv(session, plan, job),
    timeoutSeconds: limits.timeoutSeconds,
    stallSeconds: limits.stallSeconds,
    outputLimit: limits.logBytes,
    onOutput: (chunk) => lines.push(chunk),
    signal: job.signal,
  });
  lines.flush();
  if (result.end.kind === "cancelled") return { status: "cancelled" };
  const file = need(await session.read(job.resultsPath, limits.resultsBytes));
  const seen = await judge(witness, file, result.end);
  if (seen.status === "unseen") return infra("sandbox", UNSEEN, UNSEEN_MEND);
  return observe({ plan, job, result, end: result.end, file, seen, startedAt });
}

/** Only an editor that ended by itself leaves a watcher that can be believed: the others die with the sandbox. */
async function judge(witness: Witness, file: FileRead, end: RunEnd): Promise<WitnessVerdict> {
  if (file.status === "refused")
    return { status: "tampered", what: `Instead of the results file there is ${file.found}.` };
  if (end.kind !== "exited") return { status: "same" };
  return await witness.judge(file.status === "found" ? file.data : null, end.code);
}

function editorArgv(session: SandboxSession, plan: RunPlan, job: SuiteJob) {
  // In an order that tells nothing: a program can read its own command line.
  const classNames = [...job.suite.test_class];
  classNames.splice(randomInt(classNames.length + 1), 0, job.canary.className);
  return testArgv({
    projectPath: session.path(projectFolder(plan.projectPath)),
    platform: job.suite.test_platform,
    resultsPath: session.path(job.resultsPath),
    classNames,
  });
}

type Seen = {
  plan: RunPlan;
  job: SuiteJob;
  result: ExecResult;
  end: RunEnd;
  file: FileRead;
  seen: WitnessVerdict;
  startedAt: Date;
};

function observe({ plan, job, result, end, file, seen, startedAt }: Seen): SuiteRun {
  const log = capturedLog(result.output, plan.licence.secrets);
  const relative = (path: string) => logPath(path, plan.projectPath);
  const reading = readLog(new TextDecoder().decode(log), {
    hiddenTestPaths: job.hiddenTestPaths.map(relative),
    canaryPath: relative(job.canary.file.path),
    resultsPath: job.resultsPath,
  });
  const tampered: LogFinding[] = seen.status === "tampered" ? [{ kind: "tampered", line: seen.what }] : [];
  const foundXml = file.status === "found" ? scrubSecrets(file.data, plan.licence.secrets) : null;
  return {
    observation: {
      suite: job.suite,
      end,
      // A file that changed after it was saved says nothing.
      xml: seen.status === "tampered" ? null : foundXml,
      xmlTruncated: file.status === "found" && file.truncated,
      findings: [...tampered, ...reading.findings],
      savedLine: reading.savedLine,
      canary: job.canary.canary,
      startedAt: startedAt.toISOString(),
      durationMs: result.durationMs,
    },
    log,
    foundXml,
  };
}

/** What an earlier suite, or code that ran in it, may have left in the way of the next one. */
export function leftovers(plan: RunPlan, resultsPath: string): string[] {
  return [lockFile(plan.projectPath), resultsPath];
}
