import { Command } from "commander";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { confirmJsonSchema } from "@/lib/domain/submission-api";
import type { CommandContext } from "../context";
import { inputFailure } from "../exit-codes";
import { readInput, requireFile } from "../input-file";
import { setOption } from "../options";
import { PortalClient } from "../portal-client";
import type { SetExitCode } from "../program";
import { submitHere } from "../submit-run";

/** Many times a key. */
const MOST_KEY_BYTES = 65_536;

type Flags = {
  predictions: string;
  set: BenchmarkSet;
  url?: string;
  apiKeyFile?: string;
  organisation?: string;
  link?: string;
  description?: string;
  logsUrl?: string;
  openSource?: boolean;
  hidden?: boolean;
  dryRun?: boolean;
  watch?: boolean;
  yes?: boolean;
};

/** `submit`: hands a predictions file in at an installation's portal, as its pages do. */
export function submitCommand(context: CommandContext, _exit: SetExitCode): Command {
  return new Command("submit")
    .description(
      "submit a predictions file to an installation; its patches are checked before anything counts",
    )
    .requiredOption("--predictions <file>", "JSON Lines for a whole set, plain or .gz")
    .addOption(setOption("the set the file was made for").makeOptionMandatory())
    .option("--url <address>", "the installation; default: SWE_GAME_BENCH_URL, else this machine")
    .option("--api-key-file <file>", "file with the API key; default: SWE_GAME_BENCH_API_KEY")
    .option("--organisation <name>", "shown with the system")
    .option("--link <url>", "a paper or a repository")
    .option("--description <text>", "how the patches were made")
    .option("--logs-url <url>", "trajectories or logs; a link for readers")
    .option("--open-source", "the system's source code is open")
    .option("--hidden", "only you and maintainers see it, until you show it")
    .option("--dry-run", "check the file and its patches, and submit nothing")
    .option("--watch", "follow the evaluation to its end")
    .option("--yes", "submit without asking")
    .addHelpText(
      "after",
      `\nThe key is never taken from the command line, where other users of a machine can read it.`,
    )
    .action(async (flags: Flags) => {
      const { predictions: file, set } = flags;
      requireFile(file, "The predictions file");
      const about = aboutOf(flags);
      const client = new PortalClient({
        url: urlOf(context, flags),
        key: keyOf(context, flags),
        signal: context.signal,
      });
      const { dryRun = false, watch = false, yes = false } = flags;
      await submitHere(context, client, { file, set, about, dryRun, watch, yes });
    });
}

/** Wrong links are told before a large file goes out. */
function aboutOf({ organisation, link, description, logsUrl, openSource, hidden }: Flags) {
  const about = {
    ...(organisation === undefined ? {} : { organisation }),
    ...(link === undefined ? {} : { link }),
    ...(description === undefined ? {} : { description }),
    ...(logsUrl === undefined ? {} : { logs_url: logsUrl }),
    ...(openSource ? { open_source: true } : {}),
    ...(hidden ? { visibility: "hidden" } : {}),
  };
  const parsed = confirmJsonSchema.safeParse(about);
  if (parsed.success) return about;
  const lines = parsed.error.issues.map(
    ({ path, message }) => `  --${String(path[0]).replace("_", "-")} ${message}`,
  );
  throw inputFailure(`What is told about the submission is wrong:\n${lines.join("\n")}`);
}

function urlOf(context: CommandContext, { url }: Flags): URL {
  const text = url ?? context.config.accounts.publicOrigin ?? `http://localhost:${context.config.port}`;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw inputFailure(`--url ${text} is no web address.`, "It looks like https://example.org.");
  }
  const parsed = new URL(text);
  const here = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(parsed.hostname);
  if (parsed.protocol === "http:" && !here) {
    context.err.write(`warning: the API key goes to ${parsed.host} over an unencrypted connection.\n`);
  }
  return parsed;
}

function keyOf({ config }: CommandContext, { apiKeyFile }: Flags): string {
  if (apiKeyFile === undefined && config.apiKey !== undefined) return config.apiKey;
  if (apiKeyFile === undefined) {
    throw inputFailure(
      "No API key is given.",
      "Make one on your account page; put it into a file for --api-key-file, or into SWE_GAME_BENCH_API_KEY.",
    );
  }
  const key = readInput(apiKeyFile, "The API key file", MOST_KEY_BYTES).toString("utf8").trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw inputFailure(`${apiKeyFile} holds no API key.`, "It must hold the key alone, on one line.");
}
