import type { PatchCheck } from "@/lib/domain/patch";
import { visibleLine } from "@/lib/domain/visible-text";

/** Lines of one kind that are printed; the summary has them all. */
const MOST = 20;

/** What the check of a patch found, for a terminal: hints, files, refusals and flags, one a line. */
export function patchLines(check: PatchCheck | null): string[] {
  if (check?.status === "malformed" || check?.status === "rejected")
    return listed(check.hints.map((hint) => `hint: ${hint}`));
  if (check?.status !== "applied") return [];
  return [
    ...listed(check.touched.map((file) => `${file.status} ${file.path}`)),
    ...listed(
      check.refusals.map(
        ({ path, message }) => `refused: ${message.includes(path) ? "" : `${path}: `}${message}`,
      ),
    ),
    ...listed(check.flags.map((flag) => `flagged for audit: ${flag.path}: ${flag.message}`)),
  ];
}

function listed(lines: readonly string[]): string[] {
  const shown = lines.slice(0, MOST).map((line) => `  ${visibleLine(line)}`);
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `  … and ${more} more`] : shown;
}
