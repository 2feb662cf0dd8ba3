import { existsSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Command } from "commander";
import { createWorkspace } from "@/evaluator/baseline/workspace";
import { mirrors } from "@/evaluator/worker/evaluator-deps";
import { readIssueText } from "@/lib/benchmark/files";
import { benchmarkOf, type CommandContext } from "../context";
import { inputFailure } from "../exit-codes";
import { requireInstance } from "../options";
import type { SetExitCode } from "../program";

type Flags = { instanceId: string; out: string };

/** `workspace`: what an agent may see of an instance, to work in by hand or with a tool of one's own. */
export function workspaceCommand(context: CommandContext, _exit: SetExitCode): Command {
  return new Command("workspace")
    .description("lay out the base commit of an instance, without later history, and its issue text")
    .requiredOption("--instance-id <id>", "the instance")
    .requiredOption("--out <folder>", "a folder that does not exist yet")
    .action(async (flags: Flags) => {
      const out = path.resolve(flags.out);
      if (existsSync(out))
        throw inputFailure(`${out} is there already.`, "Name a folder that does not exist.");
      const benchmark = benchmarkOf(context);
      const entry = requireInstance(benchmark, flags.instanceId);
      const { instance, dataset } = entry;
      const issue = readIssueText(dataset, instance.instance_id);
      const workspace = await createWorkspace({
        mirror: await mirrors(context.config, benchmark)(entry),
        repoKey: instance.repo,
        baseSha: instance.base_sha,
        issue: issue ?? "",
        signal: context.signal,
      });
      try {
        await mkdir(out, { recursive: true });
        const repository = path.join(out, instance.repo);
        await cp(workspace.dir, repository, { recursive: true, verbatimSymlinks: true });
        if (issue !== null) await writeFile(path.join(out, "issue.txt"), issue);
        context.out.write(`${explain(repository, issue === null, instance.instance_id)}\n`);
      } finally {
        await workspace.remove();
      }
    });
}

function explain(repository: string, withoutIssue: boolean, id: string): string {
  const issue = withoutIssue
    ? `The issue text is not there yet: swe-game-bench enrich ${id}`
    : `The issue: ${path.join(path.dirname(repository), "issue.txt")}`;
  return [
    `The base commit: ${repository}`,
    issue,
    "Change the files, then make the patch of all changes, new files too:",
    `  git -C ${repository} add --all && git -C ${repository} diff --cached --binary > candidate.patch`,
  ].join("\n");
}
