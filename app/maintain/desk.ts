import { notFound } from "next/navigation";
import { oneParam, type SearchParams } from "@/app/params";
import { requireMaintainer, type Viewer } from "@/lib/auth/viewer";
import { countWaiting } from "@/lib/services/maintain/overview";
import { type ReadContext, readContext } from "@/lib/services/read/context";

/** What a page of the console stands on; whoever is no maintainer never gets this far. */
export type Desk = {
  viewer: Viewer;
  context: ReadContext;
  q: NonNullable<ReadContext["database"]>["query"];
  now: number;
  /** Submissions that wait for a maintainer: told on every page. */
  approvals: number;
};

export async function desk(path: string): Promise<Desk> {
  const viewer = await requireMaintainer(path);
  const context = readContext();
  const q = context.database?.query ?? notFound();
  return { viewer, context, q, now: Date.now(), approvals: countWaiting(q) };
}

/** A whole number in the address; undefined for anything else. */
export async function numberParam(params: SearchParams, name: string): Promise<number | undefined> {
  const value = await oneParam(params, name);
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** A short text in the address; undefined when it is empty. */
export async function textParam(params: SearchParams, name: string): Promise<string | undefined> {
  const value = (await oneParam(params, name))?.trim().slice(0, 200);
  return value === "" ? undefined : value;
}
