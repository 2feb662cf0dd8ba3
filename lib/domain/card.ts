import { badgeWords } from "./badge";
import { SET_LABELS } from "./set-labels";
import type { ExperimentView } from "./views";

/** What a social card says, line by line. */
export type CardWords = { title: string; line: string; large: string; small: string };

export const SITE_CARD: CardWords = {
  title: "SWE-game-bench",
  line: "Automated program repair on Unity games",
  large: "Ten attempts. Hidden tests.",
  small: "Scores with their uncertainty, and every attempt behind them",
};

export function experimentCard(view: ExperimentView): CardWords {
  const interval =
    view.score && `95 % interval ${view.score.low.toFixed(3)} to ${view.score.high.toFixed(3)}`;
  const solved = `${view.counts.solved} of ${view.counts.instances} instances solved`;
  const editor = view.standin ? " (stand-in editor)" : "";
  return {
    title: `SWE-game-bench, ${SET_LABELS[view.set].toLowerCase()} set${editor}`,
    line: cut(`${plain(view.agent)} · ${plain(view.model)}`, 48),
    large: badgeWords(view).right,
    small: [...(interval ? [interval] : []), solved].join(" · "),
  };
}

/**
 * Names in the letters that the card's own face has. A missing letter would be fetched from another site, and
 * names come from outside; so each becomes a question mark.
 */
export function plain(text: string): string {
  return text.replace(/[^\x20-\x7e\xa1-\xac\xae-\xff]/gu, "?");
}

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 3)}...` : text;
