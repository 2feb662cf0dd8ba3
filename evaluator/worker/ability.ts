import { quietDelay } from "./limit";
import type { OnProgress } from "./progress";
import type { TreeEvaluator } from "./types";

/** What a worker can do at present, with a sentence for people. */
export type Ability = { canEvaluate: boolean; note: string };

/**
 * A function that asks the sandbox whether it is there, keeps the answer in `ability` and tells of a
 * change. A sandbox that does not answer at all must not keep the worker from checking patches.
 */
export function createProbe(
  evaluator: Pick<TreeEvaluator, "probe">,
  ability: Ability,
  options: { tell: OnProgress; limitMs: number },
): () => Promise<boolean> {
  return async () => {
    const before = ability.canEvaluate;
    const found = await inTime(evaluator.probe(), options.limitMs).catch((error: unknown) => ({
      ok: false,
      note: textOf(error),
    }));
    ability.canEvaluate = found.ok;
    ability.note = found.note;
    if (before !== found.ok) options.tell({ type: "ability", ...ability });
    return found.ok;
  };
}

async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const over = new AbortController();
  const late = quietDelay(ms, over.signal).then(() => {
    throw new Error(`The sandbox did not answer within ${Math.round(ms / 1000)} s.`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    over.abort();
  }
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
