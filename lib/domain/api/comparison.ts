import type * as z from "zod";
import type { PairComparison } from "@/lib/domain/comparison";
import type { ComparedInstance, ComparedSystem, ComparisonView } from "@/lib/domain/comparison-view";
import { type CsvColumn, toCsv } from "@/lib/domain/csv";
import type { GridRow } from "@/lib/domain/views";
import { leaderboardEntryJson } from "./json";
import { type comparisonJsonSchema, pairJsonSchema } from "./schemas";

/** A comparison in the form of the API: all that its page shows, unrounded. */

type ComparisonJson = z.infer<typeof comparisonJsonSchema>;
type PairJson = z.infer<typeof pairJsonSchema>;

export function comparisonJson(view: ComparisonView, origin: string): ComparisonJson {
  const { set, k, systems, instances } = view;
  return {
    set,
    k,
    systems: systems.map((one) => ({ letter: one.letter, ...leaderboardEntryJson(one, origin) })),
    pairs: pairsJson(view),
    instances: instances.map(({ id, overlap, differs, rows }) => ({
      instance_id: id,
      solved_by: overlap,
      differs,
      systems: rows.map(({ passedOf, cells }, index) => ({
        experiment_id: systems[index]?.experimentId ?? "",
        attempts_passed: passedOf.passed,
        attempts_counted: passedOf.counted,
        outcomes: cells.map(({ runId, outcome }) => ({ run_id: runId, outcome })),
      })),
    })),
  };
}

function pairsJson({ systems, pairs }: Pick<ComparisonView, "systems" | "pairs">): PairJson[] {
  const idOf = (index: number) => systems[index]?.experimentId ?? "";
  return pairs.map((pair) => ({
    first: idOf(pair.first),
    second: idOf(pair.second),
    ...pairNumbers(pair),
  }));
}

function pairNumbers(pair: PairComparison): Omit<PairJson, "first" | "second"> {
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
export function pairsCsv(view: Pick<ComparisonView, "systems" | "pairs">): string {
  const columns = pairJsonSchema
    .keyof()
    .options.map((header): CsvColumn<PairJson> => ({ header, value: (row) => row[header] }));
  return toCsv(columns, pairsJson(view));
}

type Line = { instance: ComparedInstance; row: GridRow; system: ComparedSystem };

/** One line an instance and system, with the outcome of each run. */
export function comparedInstancesCsv({
  systems,
  instances,
  k,
}: Pick<ComparisonView, "systems" | "instances" | "k">): string {
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
