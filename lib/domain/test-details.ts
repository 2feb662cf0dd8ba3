import { OUTCOME_SENTENCES, type Outcome } from "./outcome";

/**
 * What may be told of a run to somebody who may not read the hidden tests. A run can write what it read into
 * its log, its results and the names in them; so what quotes them is replaced by what we know ourselves:
 * outcomes, counts, names that the real fix's run gave, exit codes, and positions in files of the patch.
 */

/** "Suite 2 (PlayMode): " where an instance has several. */
const SUITE = /^Suite \d+ \((?:EditMode|PlayMode)\): /;

/** Sentences that hold nothing a run could have chosen. */
const SAFE: readonly RegExp[] = [
  /^(The one expected test|All \d+ expected tests) passed( in \d+ suites)?\.$/,
  /^(\d+ of \d+ expected tests did not (pass|run): |None of the \d+ expected tests ran\.)/,
  /^The run was stopped (at its limit of [\d.]+ (s|MiB of memory)|after [\d.]+ s without a line of output)\.$/,
  /^The run filled its disk limit of \d+ MiB and was stopped\.$/,
  /^The hidden tests do not compile with this patch \([CS\d, and]+( more)?\)\.$/,
  /^The editor was ended by [a-z ]+ \(exit code \d+\)\.$/,
  /^The editor exited with code -?\d+\. It wrote no results file\.$/,
  /^No expected test is known for this suite\.$/,
  /^The editor's log does not say that the test framework saved these results\.$/,
];

/** The reason of an outcome as everybody may read it. `paths`: files whose content the patch changes. */
export function publicReason(
  { outcome, reason }: { outcome: Outcome | null; reason: string | null },
  paths: readonly string[],
): string | null {
  if (outcome === null || reason === null || outcome.startsWith("patch-")) return reason;
  if (outcome === "infra-error") return publicFault(reason);
  const suite = SUITE.exec(reason)?.[0] ?? "";
  const sentence = reason.slice(suite.length);
  if (SAFE.some((pattern) => pattern.test(sentence))) return reason;
  if (outcome === "compile-error") return `${suite}${compileError(sentence, paths)}`;
  return `${suite}${OUTCOME_SENTENCES[outcome]}`;
}

/** File, position and code, without the compiler's words; the file only when the patch has it. */
function compileError(sentence: string, paths: readonly string[]): string {
  const found = /^The project does not compile: (.+?)\((\d+),(\d+)\): error (CS\d{4}): /s.exec(sentence);
  if (!found) return OUTCOME_SENTENCES["compile-error"];
  const [, file = "", line, column, code] = found;
  const where = paths.includes(file) ? `${file}(${line},${column})` : "a file that the patch does not change";
  return `The project does not compile: error ${code} in ${where}.`;
}

/** A failure of ours, without the lines of the log that it quotes. */
function publicFault(reason: string): string {
  return publicGateReason(reason).replace(
    /((?:The disk was full|The editor (?:did not accept its licence|could not resolve the project's packages|found the project open in another editor)|The project did not compile for reasons outside the patch)(?: \([^()]*\))?):.*$/s,
    "$1.",
  );
}

/** Why an instance has no gate, without what its runs said. */
export function publicGateReason(reason: string): string {
  return reason.replace(/(The (?:oracle does not pass|base shows no failure) \([a-z-]+\)):.*$/s, "$1.");
}
