import { SET_LABELS } from "./set-labels";
import type { ExperimentView } from "./views";

/** What a badge says: the benchmark and its set at the left, the Score and whether it is verified at the right. */
export type BadgeWords = { left: string; right: string };

type Badged = Pick<ExperimentView, "set" | "standin" | "complete" | "official" | "current"> & {
  score: { value: number } | null;
  verified: object | null;
  submission: { withdrawn: object | null };
};

/** Never more than the page says: no Score before there is one, and always the set and its verification. */
export function badgeWords(view: Badged): BadgeWords {
  const left = `SWE-game-bench ${SET_LABELS[view.set].toLowerCase()}${view.standin ? " (stand-in)" : ""}`;
  if (view.submission.withdrawn) return { left, right: "withdrawn" };
  if (!view.official) return { left, right: "smoke test, no Score" };
  if (view.score === null) return { left, right: "incomplete, no Score" };
  const earlier = view.current ? "" : ", earlier submission";
  return {
    left,
    right: `Score ${view.score.value.toFixed(3)}, ${view.verified ? "verified" : "unverified"}${earlier}`,
  };
}

const HEIGHT = 20;
const PAD = 7;
/** Mean advance of the faces that browsers have for it at 11 pixels; textLength makes the rest fit. */
const ADVANCE = 6.2;

/** Pixels of the badge, for the place that is kept for it on a page. */
export function badgeSize({ left, right }: BadgeWords): { width: number; height: number } {
  return { width: textWidth(left) + textWidth(right) + 4 * PAD, height: HEIGHT };
}

/** The badge as SVG: attributes alone, no script, style or foreign address, so that it shows in any README. */
export function badgeSvg({ left, right }: BadgeWords): string {
  const [leftText, rightText] = [textWidth(left), textWidth(right)];
  const [leftBox, rightBox] = [leftText + 2 * PAD, rightText + 2 * PAD];
  const { width } = badgeSize({ left, right });
  const label = escaped(`${left}: ${right}`);
  const text = (x: number, length: number, words: string) =>
    `<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escaped(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${label}">`,
    `<title>${label}</title>`,
    `<path fill="#3a3f45" d="M0 0h${leftBox}v${HEIGHT}H0z"/>`,
    `<path fill="#eceef0" d="M${leftBox} 0h${rightBox}v${HEIGHT}H${leftBox}z"/>`,
    `<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    `<g fill="#ffffff">${text(PAD, leftText, left)}</g>`,
    `<g fill="#17191b">${text(leftBox + PAD, rightText, right)}</g>`,
    "</g></svg>\n",
  ].join("");
}

const textWidth = (text: string) => Math.ceil([...text].length * ADVANCE);

function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
