import { type Benchmark, instancesOfSet } from "@/lib/benchmark/dataset";
import { definitionHash, setHash } from "@/lib/benchmark/hashes";
import type { Database } from "@/lib/db/client";
import { lastEvent } from "@/lib/db/queries/changes";
import { BENCHMARK_SETS, type BenchmarkSet } from "@/lib/domain/instance";
import { recordEvent } from "../events";
import { recordSetChange } from "./record";

/** Digits of an instance's definition that are kept, to say which ones changed. */
const KEPT_DIGITS = 16;

type Seen = { hash: string; instances: Record<string, string> };

/**
 * Compares each set with how it was last seen here, and tells the public of a difference. A set that has no
 * instance here is passed over: its folder is missing rather than changed. Gives the sets that changed.
 */
export function noteDataset(database: Database, benchmark: Benchmark, now = Date.now()): BenchmarkSet[] {
  return BENCHMARK_SETS.filter((set) => noteSet(database, benchmark, set, now));
}

function noteSet(database: Database, benchmark: Benchmark, set: BenchmarkSet, now: number): boolean {
  const entries = instancesOfSet(benchmark, set);
  if (entries.length === 0) return false;
  const instances = Object.fromEntries(
    entries.map(({ dataset, instance }) => [
      instance.instance_id,
      definitionHash(dataset, instance).slice(0, KEPT_DIGITS),
    ]),
  );
  const seen: Seen = { hash: setHash(benchmark, set), instances };
  return database.write((tx) => {
    const before = lastEvent(tx, "dataset.seen", set)?.data as Seen | undefined;
    if (before?.hash === seen.hash) return false;
    recordEvent(tx, { at: now, actor: "dataset", kind: "dataset.seen", subject: set, data: seen });
    if (before === undefined) return false;
    const title = `The ${set} set has changed`;
    const told = { at: now, actor: "the dataset", text: difference(before, seen) };
    recordSetChange(tx, { ...told, kind: "dataset", set, title });
    return true;
  });
}

/** "Added: a. Changed: b. Dataset hash 1234… before, 5678… now." */
function difference(before: Seen, after: Seen): string {
  const had = before.instances;
  const has = after.instances;
  const added = Object.keys(has).filter((id) => had[id] === undefined);
  const removed = Object.keys(had).filter((id) => has[id] === undefined);
  const changed = Object.keys(has).filter((id) => had[id] !== undefined && had[id] !== has[id]);
  const parts = [
    list("Added", added),
    list("Removed", removed),
    list("Changed", changed),
    `Dataset hash ${before.hash.slice(0, 12)} before, ${after.hash.slice(0, 12)} now. Experiments keep the hash that they were evaluated under.`,
  ];
  return parts.filter(Boolean).join(" ");
}

function list(what: string, ids: readonly string[]): string {
  return ids.length === 0 ? "" : `${what}: ${ids.join(", ")}.`;
}
