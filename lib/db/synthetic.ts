import type { Database } from "./client";

/** "SYNT" in the field that SQLite's file format keeps for the application. */
const MARK = 0x53_59_4e_54;

/** Marks a database whose systems are made up, for measurements of speed: every page of a site on it says so. */
export function markSynthetic({ connection }: Database): void {
  connection.pragma(`application_id = ${MARK}`);
}

export function isSynthetic({ connection }: Database): boolean {
  return connection.pragma("application_id", { simple: true }) === MARK;
}
