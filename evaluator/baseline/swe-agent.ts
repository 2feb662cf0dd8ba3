import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { BASELINE_AGENT } from "@/lib/domain/results-folder";
import { type Agent, type AgentRun, type Collected, readPatch } from "./agent";
import { restoreLineEndings } from "./line-endings";

const INSTALL =
  "Install SWE-agent 1.1 or later (Python 3.11): git clone https://github.com/SWE-agent/SWE-agent && " +
  "pip install -e ./SWE-agent, so that `sweagent --help` answers. Or name another agent with --agent-command.";

export type SweAgentOptions = {
  /** Configuration files, merged by SWE-agent in this order. */
  configs: readonly string[];
  /** Laid over them for a model without a temperature. */
  noTemperatureConfig: string;
  temperature: string | null;
  program?: string;
};

/**
 * The documented baseline: SWE-agent as an external program, with a container of its own. It is given the
 * workspace as a local repository and the issue as a text file, and writes
 * `<output>/<id>/<id>.{traj,pred,patch}`.
 */
export function sweAgent(options: SweAgentOptions): Agent {
  const { temperature, program = "sweagent" } = options;
  const configs = [...options.configs, ...(temperature === null ? [options.noTemperatureConfig] : [])].map(
    (file) => path.resolve(file),
  );
  const flags = (values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => `--${name}=${value}`);
  const argv = (run: Pick<AgentRun, "instanceId" | "model">, files: readonly string[], place: Places) => [
    program,
    "run",
    ...files.flatMap((file) => ["--config", file]),
    ...flags({
      "agent.model.name": run.model,
      ...(temperature === null ? {} : { "agent.model.temperature": temperature }),
      "env.repo.path": place.workspace,
      "problem_statement.path": place.issue,
      "problem_statement.id": run.instanceId,
      output_dir: place.output,
    }),
  ];
  const shown: Places = { workspace: "{workspace}", issue: "{issue_file}", output: "{output_dir}" };
  const names = configs.map((file) => path.basename(file));
  return {
    name: BASELINE_AGENT,
    program,
    install: INSTALL,
    command: argv({ instanceId: "{instance_id}", model: "{model}" }, names, shown),
    recipe: JSON.stringify(["swe-agent", ...configs.map((file) => readFileSync(file, "utf8"))]),
    // Not in the repository: SWE-agent reads a `.env` of the folder that it is started in.
    launch: (run) => ({ argv: argv(run, configs, placesOf(run)), cwd: run.workspace.scratch }),
    collect: (run) => collect(run),
  };
}

type Places = { workspace: string; issue: string; output: string };

function placesOf({ workspace }: AgentRun): Places {
  return { workspace: workspace.dir, issue: workspace.issueFile, output: workspace.outputDir };
}

const predictionSchema = z.object({ model_patch: z.string().nullable() });

/** The patch of the prediction file, which is exact text; else that of the patch file. */
async function collect({ workspace, instanceId }: AgentRun): Promise<Collected> {
  const file = path.join(workspace.outputDir, instanceId, instanceId);
  const none = { source: "swe-agent", patch: null, lineEndingsRestored: false } as const;
  const prediction = await readPatch(`${file}.pred`);
  const parsed = prediction.patch === null ? null : parsePrediction(prediction.patch);
  if (parsed !== null && (parsed.model_patch ?? "").trim() === "")
    return { ...none, note: "SWE-agent submitted nothing." };
  const written = await readPatch(`${file}.patch`);
  const text = parsed?.model_patch == null ? written.patch : Buffer.from(parsed.model_patch);
  if (text === null) return { ...none, note: `SWE-agent ${written.note}.` };
  const { store, baseTree } = workspace;
  const { patch, restored } = await restoreLineEndings(text, { store, tree: baseTree });
  return { source: "swe-agent", patch, note: null, lineEndingsRestored: restored };
}

function parsePrediction(bytes: Buffer): z.infer<typeof predictionSchema> | null {
  try {
    return predictionSchema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    return null;
  }
}
