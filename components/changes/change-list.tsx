import { EmptyState } from "@/components/ui/empty-state";
import { day } from "@/components/ui/format";
import type { ChangeView } from "@/lib/domain/changes";
import { ChangeEntry } from "./change-entry";

/** Corrections by day, the newest first. */
export function ChangeList({ entries }: { entries: readonly ChangeView[] }) {
  if (entries.length === 0)
    return (
      <EmptyState title="Nothing was corrected so far.">
        <p>
          Verifications, withdrawals, rescorings and changes of the dataset are listed here with their date.
        </p>
      </EmptyState>
    );
  const days = [...new Set(entries.map((entry) => day(entry.at)))];
  return (
    <>
      {days.map((date) => (
        <section key={date} aria-labelledby={`day-${date}`} className="mt-6 first:mt-0">
          <h2 id={`day-${date}`} className="border-b border-line pb-1">
            <time dateTime={date}>{date}</time>
          </h2>
          <ul>
            {entries
              .filter((entry) => day(entry.at) === date)
              .map((entry) => (
                <li key={entry.id} className="border-b border-line py-3">
                  <ChangeEntry entry={entry} heading="h3" link />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
