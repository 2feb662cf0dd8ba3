import type { PassAtKReport } from "@/lib/domain/report/schemas";

const FACTORS = ["parseable", "filehit", "pass"] as const;

/**
 * How an experiment came out, for people: the factors with their denominators, and the Score where there is one.
 * Without a Score the factors are those over the instances that have attempts, and are said to be.
 */
export function scoreLines(report: PassAtKReport): string[] {
  const { k, metrics, score, instances, official, aggregates } = report;
  const factors = metrics ?? aggregates.over_evaluated;
  const values = FACTORS.map((name) => `${name}@${k} ${shown(factors[`${name}@${k}`])}`);
  const passed = instances.reduce((sum, one) => sum + one.passed, 0);
  const attempts = instances.reduce((sum, one) => sum + one.attempts, 0);
  const solved = instances.filter((one) => one.passed > 0).length;
  const counts = `${passed} of ${attempts} attempts passed; ${solved} of ${instances.length} instances solved`;
  if (score !== null) return [`Score ${shown(score)} = ${values.join(" × ")}`, counts];
  const why = official ? "the experiment is incomplete" : "not every instance of the set has its ten rows";
  return [`No Score: ${why}. Over what was evaluated: ${values.join(", ")}`, counts];
}

function shown(value: number | null | undefined): string {
  return value === null || value === undefined ? "—" : value.toFixed(3);
}
