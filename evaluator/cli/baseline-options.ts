import { existsSync } from "node:fs";
import path from "node:path";
import { type Command, Option } from "commander";
import { type Agent, commandAgent } from "@/evaluator/baseline/agent";
import {
  type CommandTemplate,
  PLACEHOLDERS,
  parseCommandTemplate,
} from "@/evaluator/baseline/command-template";
import { findProgram, type GenerationSettings } from "@/evaluator/baseline/generate";
import { secretValues } from "@/evaluator/baseline/redact";
import { sweAgent } from "@/evaluator/baseline/swe-agent";
import { mirrors } from "@/evaluator/worker/evaluator-deps";
import type { Benchmark } from "@/lib/benchmark/dataset";
import { agentEnvironment, wholeEnvironment } from "@/lib/config";
import type { ExperimentIdentity } from "@/lib/domain/experiment";
import { predictionRowSchema } from "@/lib/domain/predictions/row-fields";
import type { CommandContext } from "./context";
import { infrastructureFailure, inputFailure } from "./exit-codes";
import { parseCount, parseTemperature } from "./options";

export type BaselineFlags = {
  model?: string;
  temperature?: string;
  agentCommand?: string;
  agent?: string;
  agentConfig?: string[];
  timeout: number;
  countFailures?: boolean;
};

const DEFAULT_TIMEOUT_SECONDS = 3600;
const MAX_TIMEOUT_SECONDS = 604_800;
const CONFIG = "sweagent.yaml";
const NO_TEMPERATURE_CONFIG = "sweagent-no-temperature.yaml";

/** The flags that say which agent makes the patches. */
export function withBaselineOptions(command: Command): Command {
  return command
    .option("--model <name>", "the model; default: SWE_MODEL, else gpt-5.2")
    .option("--temperature <t>", 'sampling temperature or "none"; default: SWE_MODEL_TEMPERATURE, else 0.4')
    .addOption(
      new Option("--agent-command <template>", "another agent than SWE-agent, see below").conflicts(
        "agentConfig",
      ),
    )
    .option("--agent <name>", "its name in reports; default: the program's")
    .option(
      "--agent-config <files...>",
      "configuration of SWE-agent; default: benchmark/configs/sweagent.yaml",
    )
    .addOption(
      new Option("--timeout <seconds>", "time for one run of the agent")
        .argParser(parseCount(1, MAX_TIMEOUT_SECONDS))
        .default(DEFAULT_TIMEOUT_SECONDS),
    )
    .option("--count-failures", "count runs whose agent ended with an error as attempts")
    .addHelpText("after", HELP);
}

const HELP = `
--agent-command is split into words like a shell would, but no shell is started; it runs in the workspace:
${Object.entries(PLACEHOLDERS)
  .map(([name, meaning]) => `  ${`{${name}}`.padEnd(14)} ${meaning}`)
  .join("\n")}
  my-agent --repo {workspace} --issue {issue_file} --model {model} --out {patch_file}`;

export type Baseline = { identity: ExperimentIdentity; settings: GenerationSettings };

/** The agent, model and temperature that the flags and the environment name, with the program looked for. */
export async function baselineOf(
  context: CommandContext,
  benchmark: Benchmark,
  flags: BaselineFlags,
): Promise<Baseline> {
  const template = flags.agentCommand === undefined ? null : templateOf(flags.agentCommand);
  const model = modelOf(context, flags, template);
  const temperature = temperatureOf(context, flags, template);
  const agent = template === null ? sweAgentOf(context, flags, temperature) : customAgent(flags, template);
  const env = environmentOf(model, temperature);
  if ((await findProgram(agent.program, env.PATH ?? "")) === null)
    throw infrastructureFailure(`The program ${agent.program} was not found.`, agent.install);
  return {
    identity: {
      agent: checkedName("--agent", agent.name),
      model: checkedName("--model", model),
      temperature,
    },
    settings: {
      agent,
      model,
      temperature,
      timeoutMs: flags.timeout * 1000,
      countFailures: flags.countFailures ?? false,
      env,
      secrets: secretValues(wholeEnvironment()),
      mirrorOf: mirrors(context.config, benchmark),
    },
  };
}

function templateOf(text: string): CommandTemplate {
  const parsed = parseCommandTemplate(text);
  if (parsed.status === "wrong") throw inputFailure(parsed.message, parsed.mend);
  return parsed.template;
}

/** What a command is not told it cannot use: its results would bear the name of a model that never ran. */
function modelOf({ config }: CommandContext, flags: BaselineFlags, template: CommandTemplate | null): string {
  if (flags.model !== undefined) return flags.model;
  if (template === null || template.uses.has("model")) return config.model.name;
  throw inputFailure(
    "--agent-command is not told a model, so --model must say which one it uses.",
    'Give --model NAME, a label such as "none" where no model is used, or put {model} into the command.',
  );
}

function temperatureOf(
  { config }: CommandContext,
  flags: BaselineFlags,
  template: CommandTemplate | null,
): string | null {
  const told = template === null || template.uses.has("temperature");
  if (flags.temperature === undefined && !told) return null;
  const temperature =
    flags.temperature === undefined
      ? parseTemperature(config.model.temperature, "SWE_MODEL_TEMPERATURE")
      : parseTemperature(flags.temperature, "--temperature");
  if (temperature === null && template !== null && told)
    throw inputFailure(
      "The agent's command has {temperature}, but there is none.",
      "Leave it out of the command.",
    );
  return temperature;
}

function customAgent(flags: BaselineFlags, template: CommandTemplate): Agent {
  const [program = ""] = template.words;
  return commandAgent(flags.agent ?? path.basename(program), template);
}

function sweAgentOf({ config }: CommandContext, flags: BaselineFlags, temperature: string | null): Agent {
  if (flags.agent !== undefined) throw inputFailure("--agent names the agent of --agent-command.");
  const own = (name: string) => {
    const ofDataset = path.join(config.benchmarkDir, "configs", name);
    return existsSync(ofDataset) ? ofDataset : path.join(config.root, "benchmark", "configs", name);
  };
  const configs = flags.agentConfig ?? [own(CONFIG)];
  const missing = configs.find((file) => !existsSync(file));
  if (missing !== undefined) throw inputFailure(`The configuration ${missing} does not exist.`);
  return sweAgent({ configs, noTemperatureConfig: own(NO_TEMPERATURE_CONFIG), temperature });
}

function environmentOf(model: string, temperature: string | null): Record<string, string> {
  return {
    ...agentEnvironment(),
    SWE_MODEL: model,
    ...(temperature === null ? {} : { SWE_MODEL_TEMPERATURE: temperature }),
  };
}

/** Names obey the rules of predictions files, so that every experiment can be handed in as one. */
function checkedName(flag: string, value: string): string {
  const parsed = predictionRowSchema.shape.agent.safeParse(value);
  if (parsed.success) return parsed.data;
  throw inputFailure(`${flag} ${JSON.stringify(value)} ${parsed.error.issues[0]?.message ?? "is wrong."}`);
}
