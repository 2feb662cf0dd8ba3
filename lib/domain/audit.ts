import { createRandom } from "./statistics/random";

/** Who does something: `id` for the log of events, `name` for what the public is told. */
export type Actor = { id: string; name: string };

/** The shortest reason that may stand in for an audit, or take a verified mark back. */
export const MIN_REASON = 20;
const MAX_REASON = 2000;

/** A text as it is kept: without blanks around it, its lines ended in one way (forms send CR LF). */
export function tidyText(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

/** What is wrong with a written reason; null when it will do. */
export function reasonProblem(reason: string): string | null {
  const length = reason.trim().length;
  if (length < MIN_REASON) return `Write at least ${MIN_REASON} characters: readers judge the mark by it.`;
  return length > MAX_REASON ? `At most ${MAX_REASON} characters.` : null;
}

/** A share is above 0 and at most 1. */
export function isShare(share: number): boolean {
  return Number.isFinite(share) && share > 0 && share <= 1;
}

/** The drawn share of some ids: the same for the same ids and seed, whatever order they come in. At least one. */
export function drawShare(ids: readonly string[], share: number, seed: string): string[] {
  const drawn = [...new Set(ids)].sort();
  const random = createRandom(seed);
  for (let at = drawn.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    const [a, b] = [drawn[at], drawn[other]];
    if (a !== undefined && b !== undefined) [drawn[at], drawn[other]] = [b, a];
  }
  return drawn.slice(0, Math.max(1, Math.ceil(drawn.length * share - 1e-9)));
}

/** How far two runs of the same trees agree, in attempts. */
export type Agreement = {
  /** Attempts that have both verdicts. */
  compared: number;
  /** Of these, how many have the same outcome twice. */
  agreed: number;
  /** Attempts whose second run is still to come. */
  waiting: number;
  /** Attempts whose second run a failure of ours prevented. */
  failed: number;
};

/** Whether an audit shows that everything it ran comes out the same again. */
export function isFullAgreement({ compared, agreed, waiting, failed }: Agreement): boolean {
  return compared > 0 && agreed === compared && waiting === 0 && failed === 0;
}

/** "238 of 240 attempts". */
export function agreementText({ agreed, compared }: Pick<Agreement, "agreed" | "compared">): string {
  return `${agreed} of ${compared} ${compared === 1 ? "attempt" : "attempts"}`;
}
