import type { Overlap, PairComparison } from "./comparison";
import { FEWEST_COMPARED, MOST_COMPARED } from "./comparison";
import { type CsvColumn, toCsv } from "./csv";
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

/** Everything that the page of a comparison shows, for programs. Numbers are unrounded. */
export function comparisonJson(view: ComparisonView, origin: string) {
  const { set, k, systems, pairs, instances } = view;
  const idOf = (index: number) => systems[index]?.experimentId ?? "";
  return {
    set,
    k,
    systems: systems.map((one) => ({
      letter: one.letter,
      experiment_id: one.experimentId,
      url: origin + one.href,
      agent: one.agent,
      model: one.model,
      temperature: one.temperature,
      verified: one.verified,
      complete: one.complete,
      score: one.score,
      [`parseable@${k}`]: one.parseable,
      [`filehit@${k}`]: one.fileHit,
      [`pass@${k}`]: one.passAtK,
      "pass@1": one.passAt1,
    })),
    pairs: pairs.map((pair) => ({
      first: idOf(pair.first),
      second: idOf(pair.second),
      ...pairNumbers(pair),
    })),
    instances: instances.map(({ id, overlap, differs, rows }) => ({
      instance_id: id,
      solved_by: overlap,
      differs,
      systems: rows.map(({ passedOf, cells }, index) => ({
        experiment_id: idOf(index),
        attempts_passed: passedOf.passed,
        attempts_counted: passedOf.counted,
        outcomes: cells.map(({ runId, outcome }) => ({ run_id: runId, outcome })),
      })),
    })),
  };
}

function pairNumbers(pair: PairComparison) {
  return {
    score_difference: pair.difference,
    score_difference_low: pair.interval?.low ?? null,
    score_difference_high: pair.interval?.high ?? null,
    permutation_p: pair.p,
    permutation_p_holm: pair.adjustedP,
    solved_by_both: pair.solved.both,
    solved_by_first_only: pair.solved.onlyFirst,
    solved_by_second_only: pair.solved.onlySecond,
    solved_by_neither: pair.solved.neither,
    mcnemar_p: pair.mcNemarP,
    mcnemar_p_holm: pair.adjustedMcNemarP,
    cohens_g: pair.effect,
  };
}

/** One line a pair of systems. */
export function pairsCsv({ systems, pairs }: ComparisonView): string {
  const rows = pairs.map((pair) => ({
    first: systems[pair.first]?.experimentId ?? "",
    second: systems[pair.second]?.experimentId ?? "",
    ...pairNumbers(pair),
  }));
  const [example] = rows;
  const names = example ? Object.keys(example) : [];
  const columns = names.map(
    (header): CsvColumn<PairLine> => ({
      header,
      value: (row) => row[header as keyof PairLine],
    }),
  );
  return toCsv(columns, rows);
}

type PairLine = { first: string; second: string } & ReturnType<typeof pairNumbers>;

type Line = { instance: ComparedInstance; row: GridRow; system: ComparedSystem };

/** One line an instance and system, with the outcome of each run. */
export function comparedInstancesCsv({ systems, instances, k }: ComparisonView): string {
  const lines = instances.flatMap((instance) =>
    instance.rows.flatMap((row, index): Line[] => {
      const system = systems[index];
      return system ? [{ instance, row, system }] : [];
    }),
  );
  const runs = Array.from({ length: k }, (_, index) => index + 1);
  const columns: CsvColumn<Line>[] = [
    { header: "instance_id", value: ({ instance }) => instance.id },
    { header: "solved_by", value: ({ instance }) => instance.overlap },
    { header: "differs", value: ({ instance }) => instance.differs },
    { header: "experiment_id", value: ({ system }) => system.experimentId },
    { header: "agent", value: ({ system }) => system.agent },
    { header: "model", value: ({ system }) => system.model },
    { header: "temperature", value: ({ system }) => system.temperature },
    { header: "attempts_passed", value: ({ row }) => row.passedOf.passed },
    { header: "attempts_counted", value: ({ row }) => row.passedOf.counted },
    ...runs.map((run) => ({
      header: `run_${run}`,
      value: ({ row }: Line) => row.cells.find((cell) => cell.runId === run)?.outcome ?? null,
    })),
  ];
  return toCsv(columns, lines);
}
