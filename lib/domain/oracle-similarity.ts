/**
 * How near a patch comes to the developers' own fix. Agents that were trained on the fix, or found it, tend to
 * repeat it; so may an honest one where the fix is short. A number for maintainers, never a verdict, and never
 * a line of the fix itself.
 */
export type OracleNearness = "same" | "near" | "other";

/** Patches that share this much of their changed lines, or more, are near. */
const NEAR = 0.9;
/** Fixes with fewer changed lines than this are found again by chance. */
export const LONG_FIX_LINES = 8;

/** Changed lines of a patch by "file sign text", with how often each occurs. */
export type ChangedLines = { counts: ReadonlyMap<string, number>; total: number };

/**
 * The changed lines of a unified diff. White space is evened out and lines without a letter or digit (braces,
 * blanks) are left out: they say nothing about where a patch comes from. Only the file's name counts, not its
 * folder.
 */
export function changedLines(patch: string): ChangedLines {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { file, line } of hunkLines(patch)) {
    const sign = line[0];
    if ((sign !== "+" && sign !== "-") || !/[\p{L}\p{N}]/u.test(line.slice(1))) continue;
    const key = `${file} ${sign} ${line.slice(1).replace(/\s+/g, " ").trim()}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    total += 1;
  }
  return { counts, total };
}

/** Lines inside hunks, by the counts in their heads: a removed "-- a" is no head of a file. */
function* hunkLines(patch: string): Generator<{ file: string; line: string }> {
  let file = "";
  let [old, now] = [0, 0];
  for (const line of patch.split("\n")) {
    if (old <= 0 && now <= 0) {
      file = fileName(line) ?? file;
      const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
      if (hunk) [old, now] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
    } else if (!line.startsWith("\\")) {
      if (!line.startsWith("+")) old -= 1;
      if (!line.startsWith("-")) now -= 1;
      yield { file, line };
    }
  }
}

/** The last part of the path in a head, unless it is that of no file. */
function fileName(line: string): string | undefined {
  return /^(?:---|\+\+\+) (?!\/dev\/null)(?:"?[ab]\/)?(?:[^\t]*\/)?([^\t/]+)/.exec(line)?.[1]?.trim();
}

/** Lines that both change, as a share of those that either does: 1 for the same change, 0 for nothing in common. */
export function similarity(a: ChangedLines, b: ChangedLines): number {
  if (a.total === 0 || b.total === 0) return 0;
  let common = 0;
  for (const [key, count] of a.counts) common += Math.min(count, b.counts.get(key) ?? 0);
  return common / (a.total + b.total - common);
}

/** `sameTree`: both patches make one graded tree of the same definition. */
export function nearness(one: { sameTree: boolean; similarity: number }): OracleNearness {
  if (one.sameTree || one.similarity === 1) return "same";
  return one.similarity >= NEAR ? "near" : "other";
}

/** Counts over the attempts of an experiment whose patch applied and whose instance has a known fix. */
export type OracleRate = {
  attempts: number;
  same: number;
  near: number;
  /** The same at instances whose fix is long enough to tell. */
  long: { attempts: number; same: number; near: number };
};

export function oracleRate(ones: readonly { nearness: OracleNearness; fixLines: number }[]): OracleRate {
  const count = (of: readonly { nearness: OracleNearness }[]) => ({
    attempts: of.length,
    same: of.filter((one) => one.nearness === "same").length,
    near: of.filter((one) => one.nearness === "near").length,
  });
  return { ...count(ones), long: count(ones.filter((one) => one.fixLines >= LONG_FIX_LINES)) };
}
