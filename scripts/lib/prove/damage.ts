import type { Outcome } from "@/lib/domain/outcome";

/** An oracle patch as it is, and what is made of it from the history. */
export type OracleTexts = {
  patch: string;
  /** The same fix, backwards, and without context lines. */
  reversed: string;
  withoutContext: string;
  /** Target files that the base has. */
  existing: readonly string[];
};

/** What the documentation says of a damaged patch; `outcome` null: it would be run. */
export type Expected = { parseable: boolean; fileHit: boolean; outcome: Outcome | null };

export type Damage = {
  name: string;
  damage: (texts: OracleTexts) => string | null;
  expected: (texts: OracleTexts) => Expected;
};

const runs = (fileHit: boolean): Expected => ({ parseable: true, fileHit, outcome: null });
const ends = (outcome: Outcome): Expected => ({
  parseable: outcome === "patch-refused",
  fileHit: false,
  outcome,
});
const always = (expected: Expected) => () => expected;

const LIBRARY = "Library/ScriptAssemblies/Added.txt";
const newFile = (path: string, mode = "100644", text = "+x\n") =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\nindex 0000000..1111111\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n${text}`;

/** Ways in which a good patch gets spoilt, or only looks spoilt; ten for each damaged predictions file. */
export const DAMAGES: readonly Damage[] = [
  {
    name: "its last line feed is missing",
    damage: ({ patch }) => patch.replace(/\n$/, ""),
    expected: always(runs(true)),
  },
  {
    name: "it stands in a Markdown fence, after a sentence",
    damage: ({ patch }) => `Here is the fix.\n\n\`\`\`diff\n${patch}\`\`\`\n`,
    expected: always(runs(true)),
  },
  {
    name: "it is cut off in the middle of its last hunk",
    damage: ({ patch }) => cutInLastHunk(patch),
    expected: always(ends("patch-malformed")),
  },
  {
    name: "its hunk headers count too many lines",
    damage: ({ patch }) =>
      patch.replace(
        /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm,
        (_line, from, old = "1", to, now = "1") =>
          `@@ -${from},${Number(old) + 3} +${to},${Number(now) + 3} @@`,
      ),
    expected: always(ends("patch-malformed")),
  },
  {
    name: "its paths lack a/ and b/",
    damage: ({ patch }) =>
      patch
        .replace(/^diff --git "?a\/(.*?)"? "?b\/(.*?)"?$/gm, "diff --git $1 $2")
        .replace(/^(---|\+\+\+) "?[ab]\//gm, "$1 "),
    expected: always(ends("patch-rejected")),
  },
  {
    name: "it expects lines that the base does not have",
    damage: ({ patch }) => patch.replace(/^([ -])(?!-- )(.*)$/gm, "$1$2 // not there"),
    expected: always(ends("patch-rejected")),
  },
  {
    name: "it is the wrong way round",
    damage: ({ reversed }) => reversed,
    expected: always(ends("patch-rejected")),
  },
  {
    name: "it is in another format (*** Begin Patch)",
    damage: ({ patch }) =>
      `*** Begin Patch\n*** Update File: Assets/A.cs\n${patch.replace(/^(diff|index|---|\+\+\+|@@|old|new|deleted).*\n/gm, "")}*** End Patch\n`,
    expected: always(ends("patch-malformed")),
  },
  {
    name: "its line feeds are written as backslash and n",
    damage: ({ patch }) => patch.replaceAll("\n", "\\n"),
    expected: always(ends("patch-malformed")),
  },
  {
    name: "it also writes below Library/",
    damage: ({ patch }) => patch + newFile(LIBRARY),
    expected: always(ends("patch-refused")),
  },
  { name: "it is null", damage: () => null, expected: always(ends("patch-empty")) },
  { name: "it is empty text", damage: () => "", expected: always(ends("patch-empty")) },
  {
    name: "its CRLF line ends became LF",
    damage: ({ patch }) => patch.replaceAll("\r\n", "\n"),
    expected: ({ patch }) => (needsCarriageReturn(patch) ? ends("patch-rejected") : runs(true)),
  },
  {
    name: "it is a sentence and no patch",
    damage: () => "I could not reproduce the problem, so no change is needed.\n",
    expected: always(ends("patch-malformed")),
  },
  {
    name: "it also adds a symbolic link",
    damage: ({ patch }) =>
      patch + newFile("Assets/out", "120000", "+../../../../etc\n\\ No newline at end of file\n"),
    expected: always(ends("patch-refused")),
  },
  {
    name: "it also adds a .gitattributes",
    damage: ({ patch }) => patch + newFile("Assets/Added/.gitattributes", "100644", "+* text eol=crlf\n"),
    expected: always(ends("patch-refused")),
  },
  {
    name: "it also names a path with ..",
    damage: ({ patch }) => patch + newFile("Assets/../../Added.cs"),
    expected: always(ends("patch-rejected")),
  },
  {
    name: "it also changes a file that is not there",
    damage: ({ patch }) =>
      `${patch}diff --git a/Assets/NotThere.cs b/Assets/NotThere.cs\n--- a/Assets/NotThere.cs\n+++ b/Assets/NotThere.cs\n@@ -1 +1 @@\n-a\n+b\n`,
    expected: always(ends("patch-rejected")),
  },
  {
    name: "it has no context lines (git puts a hunk that only adds lines at the end of the file)",
    damage: ({ withoutContext }) => withoutContext,
    expected: ({ withoutContext }) => (onlyAdds(withoutContext) ? runs(true) : ends("patch-rejected")),
  },
  {
    name: "it only makes the target files executable",
    damage: ({ existing }) =>
      existing.map((path) => `diff --git a/${path} b/${path}\nold mode 100644\nnew mode 100755\n`).join(""),
    expected: always(runs(false)),
  },
];

/** Keeps the header of the last hunk and half of its lines, at least one of them too few. */
function cutInLastHunk(patch: string): string {
  const lines = patch.replace(/\n$/, "").split("\n");
  const hunk = lines.findLastIndex((line) => line.startsWith("@@ "));
  const kept = Math.floor((lines.length - hunk - 1) / 2);
  return `${lines.slice(0, hunk + 1 + kept).join("\n")}\n`;
}

/** True when every hunk takes no line away. */
function onlyAdds(withoutContext: string): boolean {
  const hunks = withoutContext.match(/^@@ -.*$/gm) ?? [];
  return hunks.every((hunk) => /^@@ -\d+,0 /.test(hunk));
}

/** True when a line that must be in the base ends in CRLF. */
function needsCarriageReturn(patch: string): boolean {
  return patch
    .split("\n")
    .some((line) => /^[ -]/.test(line) && !line.startsWith("--- ") && line.endsWith("\r"));
}
