import { counted } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { Problem } from "@/lib/domain/problem";
import { visibleText } from "@/lib/domain/visible-text";

type ProblemListProps = { problems: readonly Problem[]; total: number; what: "problem" | "warning" };

/** Everything that is wrong in a file: where, what, and how to mend it. */
export function ProblemList({ problems, total, what }: ProblemListProps) {
  const more = total - problems.length;
  return (
    <>
      <ScrollRegion label={`Table of ${what}s`}>
        <table className="data-table">
          <caption className="sr-only">{counted(total, what)} of the file</caption>
          <thead>
            <tr>
              <th scope="col" className="num">
                Line
              </th>
              <th scope="col">Field</th>
              <th scope="col" className="w-full">
                What, and how to mend it
              </th>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of a file never changes its order
              <tr key={index}>
                <td className="num">{problem.line ?? <span className="text-muted">file</span>}</td>
                <td>
                  {problem.field ? (
                    <code>{problem.field}</code>
                  ) : (
                    <span className="text-muted">{problem.line === undefined ? "" : "row"}</span>
                  )}
                </td>
                <td className="min-w-56 wrap-anywhere">
                  {visibleText(problem.message)}
                  {problem.mend && <span className="block text-muted">{visibleText(problem.mend)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {more > 0 && (
        <p className="mt-2 text-small text-muted">
          And {counted(more, what)} more: mend these first, then upload the file again.
        </p>
      )}
    </>
  );
}
