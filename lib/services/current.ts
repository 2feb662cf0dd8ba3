import type { Queryable } from "@/lib/db/client";
import {
  type ExperimentRow,
  newestListed,
  supersedeRivals,
  updateExperiment,
} from "@/lib/db/queries/experiments";
import { recordEvent } from "./events";

/**
 * Makes the newest submission of a system that everybody may see its current row: what is hidden, withdrawn,
 * cancelled or not let in gives its place back to the one before. Only submissions of one owner are compared.
 */
export function settleCurrent(
  tx: Queryable,
  system: Pick<ExperimentRow, "set" | "slug" | "k" | "official" | "instanceIds"> & { ownerId: string | null },
  actor: string,
  now: number,
): void {
  const newest = newestListed(tx, system);
  const superseded = supersedeRivals(tx, { ...system, id: newest ?? "" });
  if (newest !== null) updateExperiment(tx, newest, { current: true });
  for (const subject of superseded) {
    if (newest === null) continue;
    recordEvent(tx, { at: now, actor, kind: "experiment.superseded", subject, data: { by: newest } });
  }
}
