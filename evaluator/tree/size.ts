import type { TreeChange } from "@/evaluator/tree/diff";
import { mustGit } from "@/evaluator/tree/git";
import type { Quarantine } from "@/evaluator/tree/quarantine";
import type { Refusal } from "@/lib/domain/patch";

const MEBIBYTE = 1024 * 1024;
/** What all changed files of a patch may hold together; more is refused, since every run carries it. */
const MAX_RESULT_BYTES = 256 * MEBIBYTE;
/** Few files that were changed by lines cannot be larger than base and patch together. */
const SMALL = 64;

/** Refuses a patch whose files grew beyond all measure: binary deltas, and copies of large files. */
export async function sizeRefusals(
  changes: readonly TreeChange[],
  patch: Uint8Array,
  quarantine: Quarantine,
): Promise<Refusal[]> {
  const text = Buffer.from(patch.buffer, patch.byteOffset, patch.byteLength);
  const special = text.includes("GIT binary patch") || text.includes("\ncopy from ");
  if (changes.length <= SMALL && !special) return [];
  const ids = changes.flatMap(({ new: side }) => (side?.mode.startsWith("100") ? [side.id] : []));
  const stdin = Buffer.from(ids.map((id) => `${id}\n`).join(""));
  const sizes = await mustGit(["cat-file", "--batch-check=%(objectsize)"], { ...quarantine.git(), stdin });
  const total = sizes
    .toString("latin1")
    .split("\n")
    .reduce((sum, size) => sum + (Number(size) || 0), 0);
  if (total <= MAX_RESULT_BYTES) return [];
  const limit = `${MAX_RESULT_BYTES / MEBIBYTE} MiB`;
  const message = `The changed files hold ${Math.ceil(total / MEBIBYTE)} MiB together; more than ${limit} is not run.`;
  return [{ path: "", rule: "too-large", message }];
}
