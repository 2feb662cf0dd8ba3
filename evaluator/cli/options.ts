import { type Command, InvalidArgumentError, Option } from "commander";
import type { SandboxKind } from "@/evaluator/worker/evaluator-deps";
import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import { instancesOfSet } from "@/lib/benchmark/dataset";
import { BENCHMARK_SETS, type BenchmarkSet } from "@/lib/domain/instance";
import { canonicalTemperature } from "@/lib/domain/temperature";
import { inputFailure } from "./exit-codes";

/** `--set golden|candidates|sample`; `core` is the documented alias of `candidates`. */
export function setOption(description = "benchmark set"): Option {
  return new Option(
    "--set <set>",
    `${description}: ${BENCHMARK_SETS.join(", ")} (core means candidates)`,
  ).argParser(parseSet);
}

export function parseSet(value: string): BenchmarkSet {
  const wanted = value === "core" ? "candidates" : value;
  const set = BENCHMARK_SETS.find((name) => name === wanted);
  if (!set)
    throw new InvalidArgumentError(`Known sets: ${BENCHMARK_SETS.join(", ")} (core means candidates).`);
  return set;
}

/** A whole number in a range, with the range in the message. */
export function parseCount(min: number, max: number): (value: string) => number {
  return (value) => {
    // "1e3" and "0x10" are numbers to JavaScript, and slips to people.
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(number) || number < min || number > max) {
      throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}.`);
    }
    return number;
  };
}

/** The canonical decimal of a temperature; null for "none". `where` names the flag or variable. */
export function parseTemperature(text: string, where: string): string | null {
  if (text === "none") return null;
  const parsed = canonicalTemperature(text);
  if (!parsed.ok) throw inputFailure(`${where} ${parsed.message}.`, 'Use a decimal, or "none".');
  return parsed.temperature;
}

/** The instance of an id, or a message that names near ones. */
export function requireInstance(benchmark: Benchmark, id: string): InstanceEntry {
  const entry = benchmark.instances.get(id);
  if (entry) return entry;
  const near = [...benchmark.instances.keys()].filter(
    (known) => known.includes(id) || id.includes(known.split("-")[0] ?? known),
  );
  const mend =
    near.length > 0 ? `Near: ${near.slice(0, 5).join(", ")}.` : "`swe-game-bench list` shows all ids.";
  throw inputFailure(`There is no instance "${id}".`, mend);
}

/** Chosen instances, or all of a set; every unknown id is named. */
export function selectInstances(
  benchmark: Benchmark,
  ids: readonly string[] | undefined,
  set: BenchmarkSet,
): InstanceEntry[] {
  if (!ids || ids.length === 0) return instancesOfSet(benchmark, set);
  const unknown = ids.filter((id) => !benchmark.instances.has(id));
  if (unknown.length > 0)
    throw inputFailure(`Unknown instances: ${unknown.join(", ")}.`, "`swe-game-bench list` shows all ids.");
  return [...new Set(ids)].flatMap((id) => benchmark.instances.get(id) ?? []);
}

export type SandboxFlags = { docker?: boolean; apptainer?: boolean; local?: boolean };

/** The sandbox that `--docker`, `--apptainer` and `--local` name; Docker unless said otherwise. */
export function sandboxOf(flags: SandboxFlags): SandboxKind {
  if (flags.apptainer) return "apptainer";
  return flags.local ? "local" : "docker";
}

export function apptainerOption(): Option {
  return new Option("--apptainer", "run in Apptainer containers instead of Docker's");
}

/** `--docker`, `--apptainer` and `--local`, of which at most one may be given. */
export function withSandboxOptions(command: Command): Command {
  return command
    .addOption(new Option("--docker", "run in a container (the default)").conflicts(["apptainer", "local"]))
    .addOption(apptainerOption().conflicts(["docker", "local"]))
    .option("--local", "run the editor that is installed on this machine; nothing is isolated");
}

/** The instance of `--instance-id`, or all of `--set`; one of the two must be there. */
export function chosenInstances(
  benchmark: Benchmark,
  flags: { instanceId?: string; set?: BenchmarkSet },
): InstanceEntry[] {
  if (flags.instanceId) return [requireInstance(benchmark, flags.instanceId)];
  if (!flags.set) throw inputFailure("Name an instance with --instance-id or a set with --set.");
  const entries = instancesOfSet(benchmark, flags.set);
  if (entries.length === 0) throw inputFailure(`The set ${flags.set} has no instance here.`);
  return entries;
}
