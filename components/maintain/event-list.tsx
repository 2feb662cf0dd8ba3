import { moment } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { maintainHref, withParams } from "@/lib/domain/maintain-links";
import type { EventView } from "@/lib/domain/maintain-views";
import { visibleText } from "@/lib/domain/visible-text";
import type { EventFilterValues } from "./event-filter";

/** The log of events, the newest first. */
export function EventList({ entries, filter }: { entries: readonly EventView[]; filter: EventFilterValues }) {
  if (entries.length === 0)
    return <p className="mt-6 text-small text-muted">No event is like that. Widen the filter.</p>;
  return (
    <div className="mt-4">
      <ScrollRegion label="Table of events">
        <table className="data-table">
          <caption className="sr-only">Events, the newest first</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">About</th>
              <th scope="col">Facts</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((event) => (
              <tr key={event.id}>
                <td className="whitespace-nowrap">{moment(event.at)}</td>
                <td className="wrap-anywhere">
                  <a href={withParams(maintainHref.events, { ...filter, actor: event.actorId })}>
                    {visibleText(event.actor)}
                  </a>
                </td>
                <td className="whitespace-nowrap">{event.kind}</td>
                <td className="wrap-anywhere">
                  {event.subjectHref ? (
                    <a href={event.subjectHref}>{visibleText(event.subject)}</a>
                  ) : (
                    visibleText(event.subject)
                  )}
                </td>
                <td className="min-w-48 wrap-anywhere">
                  {event.data.map(({ term, value }) => (
                    <span key={term} className="block">
                      <span className="text-muted">{term}</span> {visibleText(value)}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
