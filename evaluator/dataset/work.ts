import { GitError } from "@/evaluator/tree/git";
import type { InstanceEntry } from "@/lib/benchmark/dataset";

/** What became of one instance in a dataset command. */
export type ItemOutcome =
  | { status: "written"; note: string }
  /** There already, and right or not asked to be made anew. */
  | { status: "kept"; note: string }
  | ItemFailure;

/** `dataset`: the facts do not hold, asking again changes nothing. `infrastructure`: try again later. */
export type ItemFailure = {
  status: "failed";
  kind: "dataset" | "infrastructure";
  message: string;
  mend: string;
};

export type WorkItem = { instanceId: string; outcome: ItemOutcome };

/** Told about long work as it goes on. */
export type WorkWatcher = {
  started?: (instanceId: string, done: number, total: number) => void;
  finished?: (item: WorkItem, done: number, total: number) => void;
  /** Something worth a line of its own, such as a wait for a rate limit. */
  said?: (text: string) => void;
};

export function datasetFailure(message: string, mend = ""): ItemFailure {
  return { status: "failed", kind: "dataset", message, mend };
}

export function infrastructureItemFailure(message: string, mend = ""): ItemFailure {
  return { status: "failed", kind: "infrastructure", message, mend };
}

/**
 * Does one piece of work an instance, in order, and collects every outcome instead of stopping at the
 * first failure. Ends early, with what is done, when the signal is aborted.
 */
export async function workThrough(
  entries: readonly InstanceEntry[],
  work: (entry: InstanceEntry) => Promise<ItemOutcome>,
  watcher: WorkWatcher = {},
  signal?: AbortSignal,
): Promise<WorkItem[]> {
  const items: WorkItem[] = [];
  for (const entry of entries) {
    if (signal?.aborted) break;
    const instanceId = entry.instance.instance_id;
    watcher.started?.(instanceId, items.length, entries.length);
    const outcome = await work(entry).catch((error: unknown) => {
      if (signal?.aborted) return null;
      if (error instanceof GitError) return infrastructureItemFailure(error.message);
      throw error;
    });
    if (outcome === null) break;
    const item = { instanceId, outcome };
    items.push(item);
    watcher.finished?.(item, items.length, entries.length);
  }
  return items;
}
