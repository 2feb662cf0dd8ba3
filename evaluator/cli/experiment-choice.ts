import { desc, eq, like, or } from "drizzle-orm";
import type { Database } from "@/lib/db/client";
import { experiments } from "@/lib/db/schema";
import { systemText } from "@/lib/domain/system-text";
import { inputFailure } from "./exit-codes";

type ExperimentRow = typeof experiments.$inferSelect;

/** As commands that take one describe it. */
export const EXPERIMENT = [
  "<experiment>",
  "its id as the address of its page shows it, the first digits of one, or its folder's name",
] as const;

const SHORTEST = 4;

/** The one experiment that a text names, or a message that names near ones. */
export function requireExperiment(database: Database, text: string): ExperimentRow {
  const isPrefix = text.length >= SHORTEST && /^[0-9a-f]+$/.test(text);
  const found = database.query
    .select()
    .from(experiments)
    .where(
      or(
        eq(experiments.id, text),
        eq(experiments.folder, text),
        isPrefix ? like(experiments.id, `${text}%`) : undefined,
      ),
    )
    .all();
  const [one, ...others] =
    found.filter((row) => row.id === text).length === 1 ? found.filter((row) => row.id === text) : found;
  if (one && others.length === 0) return one;
  if (one) throw inputFailure(`"${text}" names ${found.length} experiments.`, listText(found));
  throw inputFailure(`There is no experiment "${text}".`, listText(latest(database)));
}

function latest(database: Database): ExperimentRow[] {
  return database.query.select().from(experiments).orderBy(desc(experiments.createdAt)).limit(5).all();
}

function listText(rows: readonly ExperimentRow[]): string {
  if (rows.length === 0) return "This installation has none: `evaluate-predictions` makes one.";
  const lines = rows.map((row) => `  ${row.id}  ${row.set}  ${systemText(row)}  ${row.state}`);
  return ["Experiments here, the newest first:", ...lines].join("\n");
}
