import type { Metadata } from "next";
import type { SearchParams } from "@/app/params";
import { DeskHead } from "@/components/maintain/desk-head";
import { EventFilter } from "@/components/maintain/event-filter";
import { EventList } from "@/components/maintain/event-list";
import { Pager } from "@/components/maintain/pager";
import { maintainHref, withParams } from "@/lib/domain/maintain-links";
import { readEvents } from "@/lib/services/maintain/events";
import { desk, numberParam, textParam } from "../desk";

export const metadata: Metadata = { title: "Events" };

/** Who did what, filtered by the address. */
export default async function EventsPage({ searchParams }: { searchParams: SearchParams }) {
  const { q, approvals } = await desk(maintainHref.events);
  const kind = await textParam(searchParams, "kind");
  const actor = await textParam(searchParams, "actor");
  const subject = await textParam(searchParams, "subject");
  const before = await numberParam(searchParams, "before");
  const filter = { ...(kind ? { kind } : {}), ...(actor ? { actor } : {}), ...(subject ? { subject } : {}) };
  const view = readEvents(q, { ...filter, ...(before ? { before } : {}) });
  const older =
    view.before === null ? null : withParams(maintainHref.events, { ...filter, before: view.before });
  return (
    <>
      <DeskHead part="events" approvals={approvals} />
      <EventFilter kinds={view.kinds} filter={filter} />
      <EventList entries={view.entries} filter={filter} />
      <Pager label="Pages" links={older === null ? [] : [{ href: older, text: "Older" }]} />
    </>
  );
}
