import { moment } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SET_NAMES } from "@/components/ui/sets";
import { submissionHref } from "@/lib/domain/links";
import type { SubmissionLine } from "@/lib/domain/submission-view";
import { STATE_WORDS } from "./state-words";

/** Somebody's own submissions, the latest first. */
export function SubmissionTable({ lines }: { lines: readonly SubmissionLine[] }) {
  return (
    <ScrollRegion label="Table of your submissions">
      <table className="data-table">
        <caption className="sr-only">Your submissions, the latest first</caption>
        <thead>
          <tr>
            <th scope="col">System or file</th>
            <th scope="col">State</th>
            <th scope="col">Set</th>
            <th scope="col" className="num">
              Attempts
            </th>
            <th scope="col">Uploaded</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row" className="min-w-40 font-normal wrap-anywhere">
                <a href={submissionHref(line.id)}>{line.system ? line.system.agent : line.fileName}</a>
                {line.system && (
                  <span className="block text-muted">
                    {line.system.model}
                    {line.system.temperature !== null && `, t ${line.system.temperature}`}
                  </span>
                )}
              </th>
              <td className="whitespace-nowrap">
                {STATE_WORDS[line.state]}
                <span className="block text-muted">{detailOf(line)}</span>
              </td>
              <td>{SET_NAMES[line.set]}</td>
              <td className="num">
                {line.attempts.total > 0 ? `${line.attempts.done}/${line.attempts.total}` : "—"}
              </td>
              <td className="whitespace-nowrap">{moment(line.createdAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function detailOf({ state, errors, visibility }: SubmissionLine): string {
  if (state === "invalid") return `${errors} to mend`;
  if (state === "draft") return "not submitted";
  return visibility === "hidden" ? "hidden" : "";
}
