import { Hash } from "@/components/ui/facts";
import { fixed3, moment, shortHash } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { HistoryEntry } from "@/lib/domain/views";

/** Every submission of this system; attempts of two submissions are never mixed. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <ScrollRegion label="Table of submissions">
      <table className="data-table">
        <caption className="sr-only">Submissions of this system, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Handed in</th>
            <th scope="col" className="max-sm:hidden">
              Predictions
            </th>
            <th scope="col" className="num">
              Attempts
            </th>
            <th scope="col" className="num">
              Score
            </th>
            <th scope="col" className="max-sm:whitespace-normal">
              On the leaderboard
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.experimentId}>
              <td>
                {entry.shown ? (
                  <span aria-current="true">{moment(entry.createdAt)} (this page)</span>
                ) : (
                  <a href={entry.href}>{moment(entry.createdAt)}</a>
                )}
                <span className="block sm:hidden">
                  <Hash value={shortHash(entry.fileSha256)} />
                </span>
              </td>
              <td className="max-sm:hidden">
                <Hash value={shortHash(entry.fileSha256)} />
              </td>
              <td className="num">
                {entry.coverage.done}/{entry.coverage.expected}
              </td>
              <td className="num">{fixed3(entry.score)}</td>
              <td>{entry.current ? "yes" : "no"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
