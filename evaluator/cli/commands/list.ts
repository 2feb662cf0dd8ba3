import Table from "cli-table3";
import { Command } from "commander";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { suitesOf } from "@/lib/domain/instance";
import { visibleJson } from "@/lib/domain/visible-text";
import { benchmarkOf, type CommandContext } from "../context";
import { inputFailure } from "../exit-codes";
import { setOption } from "../options";
import type { SetExitCode } from "../program";

type Flags = { set?: BenchmarkSet; repo?: string; bucket?: string; json?: boolean };

/** `list`: all instance ids, with filters. */
export function listCommand(context: CommandContext, _exit: SetExitCode): Command {
  return new Command("list")
    .description("show all instances")
    .addOption(setOption("only this set"))
    .option("--repo <key>", "only this repository")
    .option("--bucket <editor>", "only this Unity editor")
    .option("--json", "print JSON instead of a table")
    .action((flags: Flags) => {
      const all = [...benchmarkOf(context).instances.values()];
      refuseUnknown(
        "repository",
        flags.repo,
        all.map(({ instance }) => instance.repo),
      );
      refuseUnknown(
        "editor",
        flags.bucket,
        all.map(({ instance }) => instance.unity_bucket),
      );
      const entries = all.filter((entry) => matches(entry, flags));
      context.out.write(flags.json ? `${visibleJson(entries.map(asJson))}\n` : asTable(entries));
    });
}

/** A name that nothing has is a slip of the pen; an empty list would hide it. */
function refuseUnknown(what: string, value: string | undefined, known: readonly string[]): void {
  if (value === undefined || known.includes(value)) return;
  throw inputFailure(
    `No instance has the ${what} "${value}".`,
    `There are: ${[...new Set(known)].sort().join(", ")}.`,
  );
}

function matches({ instance }: InstanceEntry, flags: Flags): boolean {
  return (
    (flags.set === undefined || instance.benchmark_set === flags.set) &&
    (flags.repo === undefined || instance.repo === flags.repo) &&
    (flags.bucket === undefined || instance.unity_bucket === flags.bucket)
  );
}

function asJson({ instance, repo }: InstanceEntry): Record<string, unknown> {
  return {
    instance_id: instance.instance_id,
    benchmark_set: instance.benchmark_set,
    repo: instance.repo,
    unity_bucket: instance.unity_bucket,
    platforms: suitesOf(instance).map((suite) => suite.test_platform),
    base_sha: instance.base_sha,
    targets: instance.target_files.length,
    stand_in_editor: repo.standin,
  };
}

function asTable(entries: readonly InstanceEntry[]): string {
  if (entries.length === 0) return "No instance matches.\n";
  const table = new Table({
    head: ["instance", "set", "repo", "editor", "platforms", "base"],
    style: { head: [], border: [], compact: true },
  });
  for (const { instance } of entries) {
    const platforms = suitesOf(instance).map((suite) => suite.test_platform);
    table.push([
      instance.instance_id,
      instance.benchmark_set,
      instance.repo,
      instance.unity_bucket,
      platforms.join("+") || "—",
      instance.base_sha.slice(0, 10),
    ]);
  }
  return `${table.toString()}\n${entries.length} instances\n`;
}
