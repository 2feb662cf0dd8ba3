import { createHash } from "node:crypto";
import { access } from "node:fs/promises";
import path from "node:path";
import type { Mirror } from "@/evaluator/tree/types";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { HARNESS_VERSION } from "@/lib/domain/version";
import type { Agent, Collected } from "./agent";
import { type AgentEnd, runAgent } from "./run-agent";
import { LOG_NAME, openRunFolder, writeRun } from "./run-folder";
import { createWorkspace, type Workspace } from "./workspace";

/** What all runs of one configuration have in common. */
export type GenerationSettings = {
  agent: Agent;
  model: string;
  temperature: string | null;
  timeoutMs: number;
  /** An agent that failed has had its attempt: what it left counts. */
  countFailures: boolean;
  env: Readonly<Record<string, string>>;
  secrets: readonly string[];
  mirrorOf: (entry: InstanceEntry) => Promise<Mirror>;
};

export type PlannedRun = { entry: InstanceEntry; issue: string; runId: number; folder: string };

export type RunEnd =
  | { status: "finished"; note: string }
  | { status: "failed"; message: string }
  | { status: "cancelled" };

/** Generates one patch: workspace → agent → patch → files. Nothing of it is evaluated. */
export async function generateRun(
  settings: GenerationSettings,
  planned: PlannedRun,
  signal: AbortSignal,
): Promise<RunEnd> {
  const { entry, issue, folder } = planned;
  await openRunFolder(folder);
  const mirror = await settings.mirrorOf(entry);
  const { repo: repoKey, base_sha: baseSha } = entry.instance;
  let workspace: Workspace | null = null;
  try {
    workspace = await createWorkspace({ mirror, repoKey, baseSha, issue, signal });
    return await attempt(settings, planned, workspace, signal);
  } catch (error) {
    // git is cut off too when the work is cancelled.
    if (signal.aborted) return { status: "cancelled" };
    throw error;
  } finally {
    await workspace?.remove();
  }
}

async function attempt(
  settings: GenerationSettings,
  planned: PlannedRun,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<RunEnd> {
  const { agent, model, temperature, secrets } = settings;
  const { entry, runId, folder } = planned;
  const run = { workspace, instanceId: entry.instance.instance_id, runId, model, temperature };
  const started = new Date();
  const end = await runAgent({
    ...agent.launch(run),
    env: settings.env,
    logFile: path.join(folder, LOG_NAME),
    secrets,
    timeoutMs: settings.timeoutMs,
    signal,
  });
  if (end.kind === "cancelled") return { status: "cancelled" };
  if (end.kind === "not-started")
    return { status: "failed", message: `It could not be started: ${end.message}` };
  const duration = Math.round(Date.now() - started.getTime());
  const collected = await agent.collect(run, signal);
  const failed = end.kind === "exited" && end.code !== 0 && !settings.countFailures;
  await writeRun(folder, {
    collected,
    outputDir: workspace.outputDir,
    secrets,
    summary: {
      status: failed ? "failed" : "finished",
      instance_id: run.instanceId,
      run_id: runId,
      benchmark_set: entry.instance.benchmark_set,
      agent: agent.name,
      model,
      temperature,
      command: [...agent.command],
      recipe: recipeOf(agent, planned),
      end: end.kind,
      exit_code: end.kind === "exited" ? end.code : null,
      started_at: started.toISOString(),
      duration_ms: duration,
      harness_version: HARNESS_VERSION,
    },
  });
  if (failed) return { status: "failed", message: `The agent ended with code ${end.code}.` };
  return { status: "finished", note: noteOf(end, collected) };
}

/** Changes with the agent's way of being called, the issue text and the base: runs of two recipes never mix. */
export function recipeOf(agent: Agent, { entry, issue }: Pick<PlannedRun, "entry" | "issue">): string {
  const parts = [agent.name, agent.recipe, entry.instance.base_sha, issue];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

function noteOf(end: AgentEnd, { patch, note }: Collected): string {
  const time = end.kind === "timed-out" ? "time is up, " : "";
  return (
    time + (patch === null ? `no patch (${note ?? "none was made"})` : `a patch of ${patch.length} bytes`)
  );
}

/** Where a program is; null when it is not on the search path, or its path leads to nothing. */
export async function findProgram(program: string, searchPath: string): Promise<string | null> {
  const candidates = program.includes("/")
    ? [path.resolve(program)]
    : searchPath
        .split(path.delimiter)
        .filter(Boolean)
        .map((folder) => path.join(folder, program));
  for (const candidate of candidates) {
    const executable = await access(candidate, 1).then(
      () => true,
      () => false,
    );
    if (executable) return candidate;
  }
  return null;
}
