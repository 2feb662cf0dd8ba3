import { APPLY } from "@/evaluator/tree/bare";
import { type GitOptions, runGit } from "@/evaluator/tree/git";

/** A looser way that was not used, and what to tell when it would have worked. */
type Trial = {
  options: string[];
  hint: string;
  /** git's words on which it is worth a try. */
  when: RegExp;
  /** And what the patch must look like. */
  only?: RegExp;
  change?: (text: string) => string;
  /** Tried after it worked, to say it more exactly. */
  finer?: readonly Trial[];
};

const FAILED = /patch failed|does not apply/;
const TRIALS: readonly Trial[] = [
  {
    options: ["--recount"],
    when: /corrupt patch/,
    hint: "The line counts in a hunk header (@@ -a,b +c,d @@) are wrong. Make the patch with `git diff` instead of writing it by hand.",
  },
  {
    options: ["-p0"],
    when: /No such file|does not exist/,
    hint: "The paths lack the a/ and b/ prefixes. Make the patch with `git diff` without --no-prefix.",
  },
  {
    options: ["-p2"],
    when: /No such file|does not exist/,
    hint: "The paths start one folder too high. Make the patch from the root of the repository.",
  },
  {
    options: ["-R"],
    when: /patch failed|does not apply|already exists|No such file|does not exist/,
    hint: "The patch applies in reverse: it was made the wrong way round, or the base already has the change.",
  },
  {
    options: ["--unidiff-zero"],
    when: FAILED,
    only: /^@@ -\d+(,\d+)? \+\d+(,\d+)? @@.*\n[+-]/m,
    hint: "The patch has no context lines. Make it with at least three of them (`git diff -U3`).",
  },
  {
    options: ["--ignore-whitespace"],
    when: FAILED,
    hint: "White space in the context lines differs from the base (tabs, blanks or line ends). Context must be copied byte for byte.",
    finer: [
      {
        options: [],
        change: (text) => text.replace(/^([ +-].*?)\r?$/gm, "$1\r"),
        when: FAILED,
        hint: "The file in the base has CRLF line ends and the patch has LF. Keep the file's line ends when you write the patch.",
      },
      {
        options: [],
        change: (text) => text.replace(/\r$/gm, ""),
        when: FAILED,
        hint: "The patch has CRLF line ends and the file in the base has LF. Keep the file's line ends when you write the patch.",
      },
    ],
  },
  {
    options: [],
    change: (text) => text.replace(/^(@@ -[01](?:,\d+)? .*\n[ -])(?!\xef\xbb\xbf)/gm, "$1\xef\xbb\xbf"),
    when: FAILED,
    hint: "The file in the base starts with a byte order mark, and the first context line of the patch lacks it.",
  },
];

const SHAPES: readonly [RegExp, string][] = [
  [
    /^\*\*\* (Begin Patch|Update File:|Add File:)/m,
    "This is the apply_patch format. Hand in a unified diff, as `git diff` writes it.",
  ],
  [
    /^<{5,7} ?(SEARCH|HEAD|ORIGINAL)/m,
    "These are search-and-replace blocks. Hand in a unified diff, as `git diff` writes it.",
  ],
  [
    /^diff --(cc|combined) /m,
    "This is a combined diff of a merge. Hand in the difference to the base: `git diff <base_sha>`.",
  ],
  [
    /^Binary files .* differ\r?$/m,
    "A binary file is named without its data. Make the patch with `git diff --binary`, or leave that file out.",
  ],
  [
    /^(?:\xff\xfe|\xfe\xff)|^d\0i\0f\0f\0/,
    "The text is UTF-16. Hand it in as the bytes that `git diff` writes.",
  ],
  [/^\xef\xbb\xbf/, "The patch itself starts with a byte order mark, which hides its first header line."],
  [/^[ \t]*```/m, "The patch stands inside a Markdown fence. Hand in the diff alone."],
  [/^@@ (?!-\d)/m, "A hunk header has no line numbers. Make the patch with `git diff`."],
];

const ESCAPED =
  "The text holds the two characters \\ and n where line feeds should be: it was escaped twice.";

/** One line that names a patch's parts, separated by the two characters. */
function isEscaped(text: string): boolean {
  const firstEnd = text.indexOf("\n");
  const isOneLine = firstEnd < 0 || firstEnd === text.length - 1;
  return isOneLine && text.includes("\\n--- ") && text.includes("\\n@@ ");
}

const TRIAL_TIMEOUT_MS = 20_000;
const TRIED_BYTES = 2 * 1024 * 1024;

/** What a submitter should know about a patch that was not applied. Hints are told, never used. */
export async function hintsFor(patch: Uint8Array, stderr: string, git: GitOptions): Promise<string[]> {
  if (patch.length > TRIED_BYTES) return [];
  const text = Buffer.from(patch).toString("latin1");
  const shapes = SHAPES.filter(([shape]) => shape.test(text)).map(([, hint]) => hint);
  if (isEscaped(text)) shapes.push(ESCAPED);
  const worked = await firstThatWorks(TRIALS, text, stderr, git);
  return worked === null ? shapes : [...shapes, worked];
}

async function firstThatWorks(
  trials: readonly Trial[],
  text: string,
  stderr: string,
  git: GitOptions,
): Promise<string | null> {
  for (const trial of trials) {
    if (!trial.when.test(stderr) || trial.only?.test(text) === false) continue;
    const changed = trial.change?.(text) ?? text;
    if (trial.change !== undefined && changed === text) continue;
    if (!(await wouldApply(trial, changed, git))) continue;
    const finer = await firstThatWorks(trial.finer ?? [], text, stderr, git);
    return finer ?? trial.hint;
  }
  return null;
}

async function wouldApply(trial: Trial, text: string, git: GitOptions): Promise<boolean> {
  const args = [...APPLY.slice(0, -1), "--check", ...trial.options, "-"];
  const stdin = Buffer.from(text, "latin1");
  const result = await runGit(args, { ...git, stdin, timeoutMs: TRIAL_TIMEOUT_MS });
  return result.status === "ok";
}
