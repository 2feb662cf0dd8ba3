/** What an agent may hand in instead of a patch. */
export const PLAIN: Record<string, string | null> = {
  null: null,
  empty: "",
  blank: " \n\n",
  sorry: "I could not reproduce the problem, so no change is needed.\n",
};

/** Ways in which a good patch gets spoilt, or only looks spoilt, on its way. */
const MANGLINGS: Record<string, (patch: string) => string> = {
  /** The end of the last line is missing: the one thing that is mended. */
  "no-newline": (patch) => patch.replace(/\n$/, ""),
  /** Text before the first header, which git skips. */
  prose: (patch) => `This fixes the issue.\n\n${patch}`,
  /** A code fence around it; git reads the fence as part of the last hunk. */
  fenced: (patch) => `\`\`\`diff\n${patch}\`\`\`\n`,
  /** Cut off in the middle of the last hunk. */
  cut: (patch) => {
    const lines = patch.split("\n");
    const hunk = lines.findLastIndex((line) => line.startsWith("@@"));
    return `${lines.slice(0, hunk + Math.max(2, Math.floor((lines.length - hunk) / 2))).join("\n")}\n`;
  },
  /** Paths without a/ and b/: git looks for them one folder too deep. */
  "no-prefix": (patch) =>
    patch
      .replace(/^diff --git a\/(\S+) b\/(\S+)$/gm, "diff --git $1 $2")
      .replace(/^(---|\+\+\+) [ab]\//gm, "$1 "),
  /** Hunk headers that count too many lines. */
  "bad-counts": (patch) =>
    patch.replace(
      /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@/gm,
      (_, a, b, c, d) => `@@ -${a},${Number(b) + 3} +${c},${Number(d) + 3} @@`,
    ),
  /** Line endings lost: spoils only files that have CRLF. */
  lf: (patch) => patch.replaceAll("\r\n", "\n"),
};

export function mangled(patch: string, how: string): string {
  const mangle = MANGLINGS[how];
  if (!mangle) throw new Error(`There is no mangling "${how}". Known: ${Object.keys(MANGLINGS).join(", ")}.`);
  return mangle(patch);
}
