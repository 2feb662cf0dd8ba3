import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { events, experiments, users } from "@/lib/db/schema";
import { experimentHref } from "@/lib/domain/links";
import { maintainHref, withParams } from "@/lib/domain/maintain-links";
import type { EventsView, EventView } from "@/lib/domain/maintain-views";

const PAGE = 50;
const SHOWN_TEXT = 300;

export type EventsFilter = { kind?: string; actor?: string; subject?: string; before?: number };

/** Who did what, the newest first. `actor`: an account's user name, or the name of a part of this installation. */
export function readEvents(q: Queryable, filter: EventsFilter): EventsView {
  const { kind, actor, subject, before } = filter;
  const rows = q
    .select()
    .from(events)
    .where(
      and(
        kind === undefined ? undefined : eq(events.kind, kind),
        actor === undefined ? undefined : inArray(events.actor, actorIds(q, actor)),
        subject === undefined ? undefined : eq(events.subject, subject),
        before === undefined ? undefined : lt(events.id, before),
      ),
    )
    .orderBy(desc(events.id))
    .limit(PAGE + 1)
    .all();
  const page = rows.slice(0, PAGE);
  const names = namesOf(q, [...page.map((row) => row.actor), ...page.map((row) => row.subject)]);
  const known = knownExperiments(
    q,
    page.map((row) => row.subject),
  );
  const kinds = q.selectDistinct({ kind: events.kind }).from(events).orderBy(events.kind).all();
  return {
    kinds: kinds.map((row) => row.kind),
    entries: page.map((row) => eventView(row, names, known)),
    before: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** What an actor may be called by: the id itself, or the user name of an account. */
function actorIds(q: Queryable, actor: string): string[] {
  const named = q.select({ id: users.id }).from(users).where(eq(users.username, actor.toLowerCase())).all();
  return [actor, ...named.map((row) => row.id)];
}

function namesOf(q: Queryable, ids: readonly string[]): Map<string, string> {
  const rows = q
    .select({ id: users.id, username: users.username, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
    .all();
  return new Map(rows.map((row) => [row.id, row.username ?? row.name]));
}

function knownExperiments(q: Queryable, ids: readonly string[]): Set<string> {
  const rows = q
    .select({ id: experiments.id })
    .from(experiments)
    .where(inArray(experiments.id, [...new Set(ids)]))
    .all();
  return new Set(rows.map((row) => row.id));
}

function eventView(
  { data, ...row }: typeof events.$inferSelect,
  names: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): EventView {
  const user = names.get(row.subject);
  return {
    ...row,
    actor: names.get(row.actor) ?? row.actor,
    actorId: row.actor,
    subject: user ?? row.subject,
    subjectHref: known.has(row.subject)
      ? experimentHref(row.subject)
      : user
        ? withParams(maintainHref.accounts, { q: user })
        : null,
    data: Object.entries(data).map(([term, value]) => ({ term, value: text(value) })),
  };
}

function text(value: unknown): string {
  const whole = typeof value === "string" ? value : JSON.stringify(value);
  return whole.length > SHOWN_TEXT ? `${whole.slice(0, SHOWN_TEXT)}…` : whole;
}
