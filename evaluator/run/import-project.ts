import type { ExecResult, SandboxSession } from "@/evaluator/sandbox/types";
import { importArgv } from "@/evaluator/unity/command-line";
import { LICENCE_DIR, LICENCE_NAME } from "@/evaluator/unity/licence";
import { importLimits } from "@/evaluator/unity/limits";
import { readLog } from "@/evaluator/unity/log-reader";
import { faultSentence } from "@/lib/domain/grading/without-results";
import type { LogFinding, RunEnd } from "@/lib/domain/run";
import { lockFile, PROJECT_DIR, projectFolder } from "./layout";
import { capturedLog, lineStream } from "./log-stream";
import { inSandbox, need } from "./open";
import { tarOf } from "./tar";
import { type Cancelled, type InfraFailure, type InfraReason, infra, type RunDeps } from "./types";
import type { WarmOptions, WarmSource } from "./warm-image";

export type ImportOptions = WarmOptions & { image: string; labels: Record<string, string> };
export type Imported = { status: "imported"; importMs: number };

/** Besides the licence itself: the licensing client's own logs and caches name serial and machine. */
const LICENCE_TRACES = [
  LICENCE_DIR,
  "/root/.config/unity3d/Unity/licenses",
  "/root/.config/unity3d/Unity/Unity.Licensing.Client.log",
  "/root/.config/unity3d/Unity/Unity.Entitlements.Audit.log",
];

const LOG_TAIL_LINES = 15;

/** Opens the base project once in the editor, so that every run finds its `Library/`, and keeps it as an image. */
export async function importProject(
  deps: RunDeps,
  source: WarmSource,
  options: ImportOptions,
): Promise<Imported | InfraFailure | Cancelled> {
  const tar = await source.tar();
  const spec = {
    image: source.editor.name,
    limits: options.limits.sandbox,
    labels: { key: options.image },
    // Unity resolves packages over the network, here and never again. The stand-in knows none.
    network: source.kind === "unity" ? ("online" as const) : ("none" as const),
  };
  return await inSandbox(deps, spec, async (session) => {
    if (!session.commit)
      return infra("sandbox", `The ${deps.sandbox.kind} sandbox cannot keep images.`, "Use Docker.");
    need(await session.put(tar, PROJECT_DIR));
    need(
      await session.put(
        await tarOf({ files: [{ path: LICENCE_NAME, mode: "100644", data: options.licence.data }] }),
        LICENCE_DIR,
      ),
    );
    const result = await runImport(session, source, options);
    const failure = importFailure(result, source, options);
    if (failure) return failure;
    need(await session.remove([...LICENCE_TRACES, lockFile(source.projectPath)]));
    need(await session.commit(options.image, options.labels));
    return { status: "imported", importMs: result.durationMs };
  });
}

async function runImport(
  session: SandboxSession,
  source: WarmSource,
  options: ImportOptions,
): Promise<ExecResult> {
  const limits = importLimits(options.limits);
  const lines = lineStream(options.licence.secrets, (line) => options.onLine?.(line));
  const result = await session.exec({
    argv: importArgv(session.path(projectFolder(source.projectPath))),
    timeoutSeconds: limits.timeoutSeconds,
    stallSeconds: limits.stallSeconds,
    outputLimit: limits.logBytes,
    onOutput: (chunk) => lines.push(chunk),
    signal: options.signal,
  });
  lines.flush();
  return result;
}

/** An editor that lacks a licence has been seen to end with 0: the log is asked as well. */
function importFailure(
  result: ExecResult,
  source: WarmSource,
  options: ImportOptions,
): InfraFailure | Cancelled | null {
  if (result.end.kind === "cancelled") return { status: "cancelled" };
  const log = new TextDecoder().decode(capturedLog(result.output, options.licence.secrets));
  const { findings } = readLog(log, { hiddenTestPaths: [], canaryPath: null, resultsPath: "" });
  const finding = findings[0];
  if (finding)
    return infra(reasonOf(finding), `Importing ${source.repoKey}: ${sentenceOf(finding)}`, mendOf(finding));
  if (result.end.kind === "exited" && result.end.code === 0) return null;
  const last = log.trimEnd().split("\n").slice(-LOG_TAIL_LINES).join("\n");
  return infra(
    "project",
    `The editor did not import ${source.repoKey}: ${endSentence(result.end)}. The log ends:\n${last}`,
  );
}

function reasonOf(finding: LogFinding): InfraReason {
  if (finding.kind === "licence" || finding.kind === "packages" || finding.kind === "disk")
    return finding.kind;
  return "project";
}

function sentenceOf(finding: LogFinding): string {
  if (finding.kind === "licence" || finding.kind === "packages" || finding.kind === "disk")
    return faultSentence(finding);
  if (finding.kind === "project-locked") return faultSentence(finding);
  if (finding.kind !== "compile-error") return finding.line;
  const [error] = finding.errors;
  return `the base project does not compile${error ? `: ${error.file}(${error.line}): ${error.message}` : "."}`;
}

function mendOf(finding: LogFinding): string {
  if (finding.kind === "licence") return "Check the licence file: swe-game-bench doctor.";
  return finding.kind === "packages" ? "The first import needs the network: check proxy and firewall." : "";
}

function endSentence(end: RunEnd): string {
  switch (end.kind) {
    case "exited":
      return `it ended with code ${end.code}`;
    case "timed-out":
      return `it was stopped after ${end.limitSeconds} s`;
    case "stalled":
      return `it was stopped after ${end.silentSeconds} s without a line of log`;
    case "out-of-memory":
      return `it ran out of its ${Math.round(end.limitBytes / 2 ** 20)} MiB of memory`;
    case "disk-full":
      return `it wrote more than its ${Math.round(end.limitBytes / 2 ** 20)} MiB of disk`;
    case "sandbox-lost":
      return `the sandbox was lost (${end.message})`;
  }
}
