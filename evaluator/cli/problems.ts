import { type Problem, problemText } from "@/lib/domain/problem";

/** Equal problems up to this number are told line by line. */
const MOST_ALIKE = 3;
const LINES_NAMED = 5;

/**
 * Problems of a file as lines, with the number of those beyond the bound. Many that differ in their line alone
 * are told once, so that what matters is not lost among them.
 */
export function problemLines(problems: readonly Problem[], more: number): string[] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.field, problem.message, problem.mend]);
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  const lines = [...groups.values()].flatMap((alike) =>
    alike.length > MOST_ALIKE && alike.every((one) => one.line !== undefined)
      ? [`  ${together(alike)}`]
      : alike.map((problem) => `  ${problemText(problem)}`),
  );
  return more > 0 ? [...lines, `  … and ${more} more`] : lines;
}

function together(alike: readonly Problem[]): string {
  const [first] = alike;
  const named = alike.slice(0, LINES_NAMED).map((one) => one.line);
  const rest = alike.length > named.length ? " …" : "";
  const where = `${alike.length} lines (${named.join(", ")}${rest})`;
  return `${where}, ${problemText({ severity: "warning", ...first, line: undefined, message: first?.message ?? "" })}`;
}
