import type { BenchmarkSet } from "./instance";

const CHANGE_KINDS = ["verified", "unverified", "withdrawn", "rescored", "dataset", "note"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One entry of the public list of corrections. */
export type ChangeView = {
  id: number;
  href: string;
  at: number;
  kind: ChangeKind;
  actor: string;
  set: BenchmarkSet | null;
  title: string;
  text: string;
  experimentHref: string | null;
};

export type ChangesView = {
  set: BenchmarkSet | null;
  entries: ChangeView[];
  /** Address of the entries before these; null when there are none. */
  olderHref: string | null;
};

export const changeHref = (id: number) => `/changes/${id}`;
export const changesHref = (set: BenchmarkSet | null, before?: number) => {
  const query = new URLSearchParams();
  if (set !== null) query.set("set", set);
  if (before !== undefined) query.set("before", String(before));
  return query.size === 0 ? "/changes" : `/changes?${query}`;
};
export const feedHref = (set: BenchmarkSet | null) =>
  set === null ? "/changes.atom" : `/changes.atom?set=${set}`;
