import { randomInt } from "node:crypto";
import type { SandboxSession } from "@/evaluator/sandbox/types";
import type { LaidCanary } from "@/evaluator/unity/canary";
import { testArgv } from "@/evaluator/unity/command-line";
import { type LogContext, readLog } from "@/evaluator/unity/log-reader";
import { scrubSecrets } from "@/evaluator/unity/secrets";
import type { TestSuite } from "@/lib/domain/instance";
import type { LogFinding } from "@/lib/domain/run";
import { lockFile, logPath, projectFolder } from "./layout";
import { capturedLog, lineStream } from "./log-stream";
import { need } from "./open";
import { type Cancelled, type InfraFailure, infra, type RunPlan, type SuiteRun } from "./types";
import type { Witness, WitnessedResults } from "./witness";

export type SuiteJob = {
  suite: TestSuite;
  canary: LaidCanary;
  /** Repository paths of the hidden tests, for blame. */
  hiddenTestPaths: readonly string[];
  resultsPath: string;
  witness: Witness;
  signal?: AbortSignal;
  onLine?: (line: string) => void;
};

/** The code of a process that was killed. */
const KILLED = 137;
/**
 * The watcher of the results file goes first whenever both want the processor: on a busy machine code under test
 * could otherwise rewrite the file before it is looked at. No program of the sandbox may take its priority back.
 */
const GIVING_WAY = ["nice", "-n", "10"] as const;
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
  const result = await session.exec({
    argv: [...GIVING_WAY, ...editorArgv(session, plan, job)],
    timeoutSeconds: limits.timeoutSeconds,
    stallSeconds: limits.stallSeconds,
    outputLimit: limits.logBytes,
    onOutput: (chunk) => lines.push(chunk),
    signal: job.signal,
  });
  lines.flush();
  const { end } = result;
  if (end.kind === "cancelled") return { status: "cancelled" };
  const log = capturedLog(result.output, licence.secrets);
  const reading = readLog(new TextDecoder().decode(log), logContext(session, plan, job));
  // An editor that was stopped took the watcher with it, and saved nothing that counts.
  const editor =
    end.kind === "exited" ? { saved: reading.savedLine, code: end.code } : { saved: false, code: KILLED };
  const results = await checked(session, job, await job.witness.results(editor));
  if (results.status === "unseen") return infra("sandbox", UNSEEN, UNSEEN_MEND);
  const tampered = results.status === "tampered";
  const findings = await confirmed(plan, reading.findings);
  const foundXml = results.xml && scrubSecrets(results.xml, licence.secrets);
  return {
    observation: {
      suite: job.suite,
      end,
      // A file that was changed after it was saved says nothing.
      xml: tampered ? null : foundXml,
      xmlTruncated: results.truncated,
      findings: [...(tampered ? [{ kind: "tampered" as const, line: results.what }] : []), ...findings],
      savedLine: reading.savedLine,
      canary: job.canary.canary,
      startedAt: startedAt.toISOString(),
      durationMs: result.durationMs,
    },
    log,
    foundXml,
  };
}

/** Code under test can print that the disk is full; whether it is can be seen from outside. */
async function confirmed(plan: RunPlan, findings: readonly LogFinding[]): Promise<LogFinding[]> {
  const doubtful = findings.some((one) => one.kind === "disk" && !one.confirmed);
  if (!doubtful || !(await plan.diskIsFull())) return [...findings];
  return findings.map((one) => (one.kind === "disk" ? { ...one, confirmed: true } : one));
}

/** A log may lie about saved results: then there is no file. A file that is there and was not seen is our failure. */
async function checked(
  session: SandboxSession,
  job: SuiteJob,
  results: WitnessedResults,
): Promise<WitnessedResults> {
  if (results.status !== "unseen") return results;
  const file = need(await session.read(job.resultsPath, 1));
  const empty = file.status !== "found" || file.data.length === 0;
  return empty ? { status: "seen", xml: null, truncated: false } : results;
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

/** What the log is read against, in the paths that the editor writes. */
function logContext(session: SandboxSession, plan: RunPlan, job: SuiteJob): LogContext {
  const relative = (path: string) => logPath(path, plan.projectPath);
  return {
    hiddenTestPaths: job.hiddenTestPaths.map(relative),
    canaryPath: relative(job.canary.file.path),
    resultsPath: session.path(job.resultsPath),
  };
}

/** PlayMode tests run in a scene of this name; an editor that did not end in order leaves it in the project. */
const REMOVE_SCENES = 'rm -f -- "$1"/Assets/InitTestScene*';
const TIDY_SECONDS = 60;

/** Takes away what an earlier suite, or code that ran in it, may have left in the way of the next one. */
export async function tidy(session: SandboxSession, plan: RunPlan, resultsPath: string): Promise<void> {
  need(await session.remove([lockFile(plan.projectPath), resultsPath]));
  const project = session.path(projectFolder(plan.projectPath));
  await session.exec({
    argv: ["/bin/sh", "-c", REMOVE_SCENES, "sh", project],
    timeoutSeconds: TIDY_SECONDS,
    outputLimit: 1024,
  });
}
