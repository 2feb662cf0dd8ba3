import { quietDelay } from "./limit";
import type { OnProgress } from "./progress";
import { type RunsFolderFault, runsFolderFault } from "./runs-folder";
import type { TreeEvaluator } from "./types";

/** What a worker can do at present, with a sentence for people. */
export type Ability = {
  canEvaluate: boolean;
  note: string;
  /** Why results cannot be kept; then nothing is begun, checks of patches neither. */
  noRunsFolder: RunsFolderFault | null;
};

export type AbilityProbe = {
  /** Tries the runs folder, and asks the sandbox whether it is there. */
  all(): Promise<boolean>;
  /** Tries the runs folder alone, before work whose result it is to keep. */
  runsFolder(): boolean;
};

/**
 * Keeps its answers in `ability` and tells of a change. A sandbox that does not answer at all must not keep
 * the worker from checking patches.
 */
export function createProbe(
  evaluator: Pick<TreeEvaluator, "probe">,
  ability: Ability,
  options: { runsDir: string; tell: OnProgress; limitMs: number },
): AbilityProbe {
  const keep = (found: Ability): boolean => {
    const changed =
      ability.canEvaluate !== found.canEvaluate || !ability.noRunsFolder !== !found.noRunsFolder;
    Object.assign(ability, found);
    const { canEvaluate, note } = ability;
    if (changed) options.tell({ type: "ability", canEvaluate, note });
    return canEvaluate;
  };
  const keepFolder = (noRunsFolder: RunsFolderFault): boolean =>
    keep({ canEvaluate: false, note: `${noRunsFolder.message} ${noRunsFolder.mend}`, noRunsFolder });
  return {
    async all() {
      const fault = runsFolderFault(options.runsDir);
      if (fault !== null) return keepFolder(fault);
      const found = await inTime(evaluator.probe(), options.limitMs).catch((error: unknown) => ({
        ok: false,
        note: textOf(error),
      }));
      return keep({ canEvaluate: found.ok, note: found.note, noRunsFolder: null });
    },
    runsFolder() {
      const fault = runsFolderFault(options.runsDir);
      return fault === null || keepFolder(fault);
    },
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
