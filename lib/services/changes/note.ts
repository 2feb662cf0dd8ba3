import * as z from "zod";
import type { Database } from "@/lib/db/client";
import { type Actor, tidyText } from "@/lib/domain/audit";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { recordEvent } from "../events";
import { recordSetChange } from "./record";

/** A free entry by a maintainer, about a set or about all of the benchmark. */
export const noteSchema = z.object({
  title: z
    .string()
    .trim()
    .min(5, "Say in a few words what it is about.")
    .max(120, "At most 120 characters.")
    .regex(/^[^\p{Cc}]*$/u, "One line of text."),
  text: z
    .string()
    .trim()
    .min(20, "Say what happened and what it means for readers.")
    .max(4000, "At most 4000 characters.")
    .transform(tidyText),
  set: z.union([z.literal("").transform(() => null), z.enum(BENCHMARK_SETS)]),
});
export type Note = z.infer<typeof noteSchema>;

export function addNote(database: Database, note: Note, actor: Actor, now = Date.now()): number {
  return database.write((tx) => {
    const told = { at: now, actor: actor.name };
    const changeId = recordSetChange(tx, { ...told, ...note, kind: "note" });
    const data = { changeId };
    recordEvent(tx, { at: now, actor: actor.id, kind: "change.noted", subject: `change ${changeId}`, data });
    return changeId;
  });
}
