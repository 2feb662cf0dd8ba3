import { type Problem, problemText } from "@/lib/domain/problem";

/** Problems of a file as lines, with the number of those beyond the bound. */
export function problemLines(problems: readonly Problem[], more: number): string[] {
  const lines = problems.map((problem) => `  ${problemText(problem)}`);
  return more > 0 ? [...lines, `  … and ${more} more`] : lines;
}
