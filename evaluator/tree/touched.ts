import type { TreeChange } from "@/evaluator/tree/diff";
import { toText } from "@/evaluator/tree/tree-object";
import type { TouchedFile } from "@/lib/domain/patch";

const ABSENT = "000000";

/** What a patch really touched: the difference of the two trees, never what its text claims. */
export function touchedFiles(changes: readonly TreeChange[]): TouchedFile[] {
  return changes.map((change) => ({
    status: statusOf(change),
    path: toText(change.path),
    oldMode: change.old?.mode ?? ABSENT,
    newMode: change.new?.mode ?? ABSENT,
    contentChanged: change.old?.id !== change.new?.id || statusOf(change) === "T",
  }));
}

function statusOf(change: TreeChange): TouchedFile["status"] {
  if (change.old === undefined) return "A";
  if (change.new === undefined) return "D";
  return kind(change.old.mode) === kind(change.new.mode) ? "M" : "T";
}

/** Regular file, link or submodule: the first digits of a mode. */
function kind(mode: string): string {
  return mode.slice(0, 3);
}
