import { APPLY } from "@/evaluator/tree/bare";
import {
  GitError,
  type GitFailure,
  type GitOptions,
  MACHINE_FAULT,
  plainLines,
  runGit,
} from "@/evaluator/tree/git";
import { namesOf, type PatchSection, patchSections } from "@/evaluator/tree/headers";
import { hintsFor } from "@/evaluator/tree/hints";
import { MAX_FILES, MAX_HEADER } from "@/evaluator/tree/limits";
import type { Quarantine } from "@/evaluator/tree/quarantine";

const MEBIBYTE = 1024 * 1024;
/** Larger patches are not tried. The largest honest ones are some hundred kilobytes. */
export const MAX_PATCH_BYTES = 20 * MEBIBYTE;
/** The sum of what the binary parts of a patch say they unpack to. */
const MAX_BINARY_BYTES = 256 * MEBIBYTE;
/** git holds every changed file until the end: what small texts can blow up may not take the machine. */
const LIMITED = {
  memoryLimit: 1024 * MEBIBYTE,
  config: { "core.packedGitLimit": "256m", "core.packedGitWindowSize": "32m" },
};
/** With fewer sections that are changed by lines, the memory is that of a few files of the base. */
const FEW_SECTIONS = 20;
const APPLY_TIMEOUT_MS = 300_000;

export type Applied =
  | { status: "malformed" | "rejected"; message: string; hints: string[] }
  /** It applies, and changes so many files that nothing was written of it. */
  | { status: "too-many"; files: number; repaired: boolean }
  | { status: "applied"; repaired: boolean };

/** Applies a patch text to the base in the quarantine's index: by the one rule, or not at all. */
export async function applyPatch(
  quarantine: Quarantine,
  patch: Uint8Array,
  signal?: AbortSignal,
): Promise<Applied> {
  const sections = patch.length > MAX_PATCH_BYTES ? [] : patchSections(patch);
  const tooLarge = sizeProblem(patch) ?? headerProblem(sections);
  if (tooLarge !== null) return { status: "rejected", message: tooLarge, hints: [] };
  const { text, repaired } = withFinalLineFeed(patch);
  const git: GitOptions = { ...quarantine.git(signal), ...(canBlowUp(text) ? LIMITED : {}) };
  const files = sections.length;
  const args = files > MAX_FILES ? [...APPLY.slice(0, -1), "--check", "-"] : APPLY;
  const result = await runGit(args, { ...git, stdin: text, timeoutMs: APPLY_TIMEOUT_MS });
  if (result.status === "ok") {
    await quarantine.proveFiles(sections.flatMap(({ from }) => (from === undefined ? [] : [from])));
    return files > MAX_FILES ? { status: "too-many", files, repaired } : { status: "applied", repaired };
  }
  const failure = { ...result, stderr: plainLines(result.stderr) };
  const status = await verdict(failure, text, git);
  // A damaged base makes a good patch fail too, in words that differ from one git to the next.
  if (status !== "malformed") await quarantine.proveFiles(sections.flatMap(namesOf));
  if (status === "machine") throw new GitError(result);
  const hints = isExhausted(failure) ? [] : await hintsFor(text, failure.stderr, git);
  return { status, message: said(failure), hints };
}

/** Nothing but white space: no patch was handed in. */
export function isBlank(patch: Uint8Array): boolean {
  if (patch.some((byte) => byte > 0x20 && byte < 0x7f)) return false;
  return Buffer.from(patch).toString("utf8").trim() === "";
}

/** The one repair: a text whose last line lacks its line feed gets it. */
function withFinalLineFeed(patch: Uint8Array): { text: Uint8Array; repaired: boolean } {
  if (patch.at(-1) === 0x0a) return { text: patch, repaired: false };
  return { text: Buffer.concat([patch, Buffer.from("\n")]), repaired: true };
}

function sizeProblem(patch: Uint8Array): string | null {
  const mebibytes = (bytes: number) => `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
  if (patch.length > MAX_PATCH_BYTES) {
    return `The patch has ${mebibytes(patch.length)}; patches over ${mebibytes(MAX_PATCH_BYTES)} are not tried.`;
  }
  if (!hasBinaryPart(patch)) return null;
  const sizes = Buffer.from(patch)
    .toString("latin1")
    .matchAll(/^(?:literal|delta) (\d+)/gm);
  const unpacked = [...sizes].reduce((sum, match) => sum + Number(match[1]), 0);
  if (unpacked <= MAX_BINARY_BYTES) return null;
  return `The binary parts of the patch unpack to ${mebibytes(unpacked)}; over ${mebibytes(MAX_BINARY_BYTES)} is not tried.`;
}

/** git takes minutes over a name of a megabyte. */
function headerProblem(sections: readonly PatchSection[]): string | null {
  const longest = sections.reduce(
    (most, { gitLine = "", minus = "", plus = "", from = "", to = "" }) =>
      Math.max(most, gitLine.length, minus.length, plus.length, from.length, to.length),
    0,
  );
  if (longest <= MAX_HEADER) return null;
  return `A header line of the patch has ${longest} bytes; patches with one over ${MAX_HEADER} are not tried.`;
}

function hasBinaryPart(patch: Uint8Array): boolean {
  return asBuffer(patch).includes("GIT binary patch");
}

/** Binary parts, copies and moves, and many sections can make much of a small text. */
function canBlowUp(patch: Uint8Array): boolean {
  const text = asBuffer(patch);
  if (["GIT binary patch", "\ncopy from ", "\nrename from "].some((word) => text.includes(word))) return true;
  let sections = 0;
  for (
    let at = text.indexOf("\n+++ ");
    at >= 0 && sections <= FEW_SECTIONS;
    at = text.indexOf("\n+++ ", at + 1)
  ) {
    sections += 1;
  }
  return sections > FEW_SECTIONS;
}

function asBuffer(patch: Uint8Array): Buffer {
  return Buffer.from(patch.buffer, patch.byteOffset, patch.byteLength);
}

function isExhausted(failure: GitFailure): boolean {
  return failure.reason === "timeout" || OUT_OF_MEMORY.test(failure.stderr);
}

/** Under our own limit of memory; without one the machine itself is short of it. */
const OUT_OF_MEMORY = /^fatal: (Out of memory|mmap failed|packfile .* cannot be mapped)/m;
/** What git says when it cannot read the text as a patch. */
const UNREADABLE =
  /corrupt (binary )?patch|No valid patches|only garbage|fragment without header|unrecognized (input|binary patch)|lacks filename|unable to find filename|inconsistent (old|new) (filename|mode)|bad git-diff|expected \/dev\/null|invalid mode|recount: unexpected line|missing binary patch|no filename/i;
/** A binary part that does not unpack is told in the words of a damaged object, then in those of a patch. */
const BAD_BINARY = /^error: inflate: .*\n(?=error: corrupt binary patch at line )/gm;
/** What it says when it can, but the base does not take it. */
const UNFIT = /invalid path|both a file and as a directory|beyond a symbolic link|does not apply|too large/i;

/** A quoted name with a line feed: git prints it as it is, so that it could speak for git. */
const SPEAKS_IN_LINES = /^(?:diff --git|---|\+\+\+|rename|copy) .*\\(?:n|012)/m;

async function verdict(
  failure: GitFailure,
  text: Uint8Array,
  git: GitOptions,
): Promise<"malformed" | "rejected" | "machine"> {
  if (failure.reason === "timeout") return "rejected";
  if (git.memoryLimit !== undefined && OUT_OF_MEMORY.test(failure.stderr)) return "rejected";
  // Headers that contradict each other (`new file mode` behind `--- a/…`) make git abort: the patch's doing.
  if (failure.reason === "crashed") return (await isReadable(text, git)) ? "rejected" : "malformed";
  if (failure.reason !== "exit") return "machine";
  const posing = SPEAKS_IN_LINES.test(asBuffer(text).toString("latin1"));
  if (!posing && MACHINE_FAULT.test(failure.stderr.replace(BAD_BINARY, ""))) return "machine";
  if (failure.code === 1 || UNFIT.test(failure.stderr)) return "rejected";
  if (UNREADABLE.test(failure.stderr)) return "malformed";
  // A fatal message that we do not know is the machine's, not the patch's.
  if (!posing && /^fatal:/m.test(failure.stderr)) return "machine";
  return (await isReadable(text, git)) ? "rejected" : "malformed";
}

/** git tells by reading the text alone whether it is a patch. */
async function isReadable(text: Uint8Array, git: GitOptions): Promise<boolean> {
  return (await runGit(["apply", "--numstat", "-"], { ...git, stdin: text })).status === "ok";
}

/** git's own words, without its prefix. */
function said(failure: GitFailure): string {
  if (failure.reason === "timeout") return "git did not finish applying the patch within five minutes.";
  if (failure.reason === "crashed")
    return `git itself falls over the patch; do its header lines contradict each other? ${failure.message}`;
  if (OUT_OF_MEMORY.test(failure.stderr)) {
    return `Applying the patch takes more than ${LIMITED.memoryLimit / MEBIBYTE} MiB of memory.`;
  }
  const lines = failure.stderr.split("\n").filter((line) => /^(error|fatal):/.test(line));
  const words = lines.map((line) => line.replace(/^(error|fatal): /, ""));
  return words.length > 0 ? words.slice(0, 4).join("; ") : failure.message;
}
