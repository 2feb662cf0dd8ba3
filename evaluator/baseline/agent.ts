import { lstat, readFile } from "node:fs/promises";
import path from "node:path";
import { type CommandTemplate, fillTemplate } from "./command-template";
import { treeDifference } from "./tree-difference";
import type { Workspace } from "./workspace";

/** One attempt of an agent at one instance. */
export type AgentRun = {
  workspace: Workspace;
  instanceId: string;
  runId: number;
  model: string;
  temperature: string | null;
};

export type PatchSource = "workspace" | "patch-file" | "swe-agent";

/** What an agent handed in; `note` says why there is no patch. */
export type Collected = {
  patch: Buffer | null;
  source: PatchSource;
  note: string | null;
  lineEndingsRestored: boolean;
};

/** A program that makes patches. */
export interface Agent {
  readonly name: string;
  /** The program to start, as it was named. */
  readonly program: string;
  /** What to do when the program is not there. */
  readonly install: string;
  /** How it is called, without any machine's paths: kept with each run. */
  readonly command: readonly string[];
  /** Changes with whatever makes its runs those of another system. */
  readonly recipe: string;
  launch(run: AgentRun): { argv: string[]; cwd: string };
  collect(run: AgentRun, signal: AbortSignal): Promise<Collected>;
}

/** Larger files are no patches; the evaluation refuses them far below this. */
const MAX_PATCH_BYTES = 64 * 1024 * 1024;

/** Any program, called by a template. It runs in the workspace. */
export function commandAgent(name: string, template: CommandTemplate): Agent {
  const { words, uses } = template;
  const [program = ""] = words;
  return {
    name,
    program,
    install: "Install it, correct --agent-command, or give the program's whole path.",
    command: words,
    recipe: JSON.stringify(["command", words]),
    launch(run) {
      const argv = fillTemplate(template, valuesOf(run));
      return { argv: [absoluteProgram(argv[0] ?? ""), ...argv.slice(1)], cwd: run.workspace.dir };
    },
    async collect(run, signal) {
      if (uses.has("patch_file")) return await fromPatchFile(patchFileOf(run.workspace));
      return await fromWorkspace(run.workspace, signal);
    },
  };
}

function valuesOf({ workspace, model, temperature, runId }: AgentRun) {
  return {
    workspace: workspace.dir,
    issue_file: workspace.issueFile,
    patch_file: patchFileOf(workspace),
    output_dir: workspace.outputDir,
    model,
    temperature: temperature ?? "",
    run: String(runId),
  };
}

function patchFileOf(workspace: Workspace): string {
  return path.join(workspace.scratch, "candidate.patch");
}

/** A relative path means the folder of the user, not the workspace that the agent runs in. */
function absoluteProgram(program: string): string {
  return program.includes("/") ? path.resolve(program) : program;
}

async function fromWorkspace(workspace: Workspace, signal: AbortSignal): Promise<Collected> {
  const found = await treeDifference(workspace, signal);
  const common = { source: "workspace", lineEndingsRestored: false } as const;
  if (found.status === "difference") return { ...common, patch: found.patch, note: null };
  const note =
    found.status === "equal"
      ? "The agent changed nothing."
      : `What the agent left cannot be read: ${found.message}`;
  return { ...common, patch: null, note };
}

async function fromPatchFile(file: string): Promise<Collected> {
  const read = await readPatch(file);
  const note = read.patch === null ? `The agent ${read.note}.` : null;
  return { source: "patch-file", lineEndingsRestored: false, patch: read.patch, note };
}

/** A patch that a program wrote; null with a reason when there is none. */
export async function readPatch(file: string): Promise<{ patch: Buffer | null; note: string }> {
  const found = await lstat(file).catch(() => null);
  if (found === null) return { patch: null, note: "wrote no patch file" };
  if (!found.isFile())
    return { patch: null, note: "left something else than a file where its patch belongs" };
  if (found.size > MAX_PATCH_BYTES) return { patch: null, note: `wrote a patch of ${found.size} bytes` };
  const patch = await readFile(file);
  const blank = patch.toString("latin1").trim() === "";
  return blank ? { patch: null, note: "wrote an empty patch file" } : { patch, note: "" };
}
