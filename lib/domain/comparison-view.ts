import type { Overlap, PairComparison } from "./comparison";
import { FEWEST_COMPARED, MOST_COMPARED } from "./comparison";
import type { BenchmarkSet } from "./instance";
import type { GridRow, LeaderboardRow, SetTab } from "./views";

/** A system of a comparison with the letter that stands for it on the page. */
export type ComparedSystem = LeaderboardRow & { letter: string };

/** One instance and how each system did, in the order of the systems. */
export type ComparedInstance = {
  id: string;
  href: string;
  overlap: Overlap;
  differs: boolean;
  /** One row a system. */
  rows: GridRow[];
};

export type ComparisonView = {
  set: BenchmarkSet;
  tabs: SetTab[];
  k: number;
  systems: ComparedSystem[];
  /** Ids in the address that name no system of this leaderboard. */
  unknown: string[];
  pairs: PairComparison[];
  instances: ComparedInstance[];
  /** Instances that a system alone solved, in the order of the systems. */
  alone: number[];
};

export type Choice = { id: string; text: string; chosen: boolean };
/** The systems to choose from: those chosen, and the best of those that a search finds. */
export type ChoicesView = { text: string; choices: Choice[]; left: number };

/** The ids in an address, `a,b` or one parameter each: every id once, no more than can be compared. */
export function parseSystems(values: readonly string[]): { ids: string[]; tooMany: boolean } {
  const ids = [...new Set(values.flatMap((value) => value.split(",")).map((id) => id.trim()))].filter(
    (id) => id !== "",
  );
  return { ids: ids.slice(0, MOST_COMPARED), tooMany: ids.length > MOST_COMPARED };
}

export function compareHref(set: BenchmarkSet, ids: readonly string[], path = "/compare"): string {
  return `${path}?set=${set}&systems=${ids.map(encodeURIComponent).join(",")}`;
}

export const isComparison = (view: Pick<ComparisonView, "systems">) => view.systems.length >= FEWEST_COMPARED;

/** A, B, C … */
export const letterOf = (index: number) => String.fromCharCode(65 + index);
