import type { Queryable } from "@/lib/db/client";
import { type ChangeRow, insertChange } from "@/lib/db/queries/changes";
import type { ExperimentRow } from "@/lib/db/queries/experiments";
import { systemText } from "@/lib/domain/system-text";

type Told = { at: number; actor: string; text: string };
type About = Pick<ExperimentRow, "id" | "set" | "agent" | "model" | "temperature">;

const VERBS = {
  verified: "was verified",
  unverified: "is no longer verified",
  withdrawn: "was withdrawn",
  rescored: "was scored anew",
} as const;

/**
 * Adds a public entry about an experiment, in the transaction of what it tells about. It is written for every
 * experiment: entries about hidden ones are left out when they are read, and are there once it is shown.
 */
export function recordExperimentChange(
  tx: Queryable,
  kind: keyof typeof VERBS,
  about: About,
  { at, actor, text }: Told,
): number {
  const title = `${systemText(about)} ${VERBS[kind]}`;
  return insertChange(tx, { at, kind, actor, experimentId: about.id, set: about.set, title, text });
}

/** Adds a public entry about a set, or about the benchmark as a whole. */
export function recordSetChange(
  tx: Queryable,
  entry: Told & {
    kind: Extract<ChangeRow["kind"], "dataset" | "note">;
    title: string;
    set: ChangeRow["set"];
  },
): number {
  return insertChange(tx, { ...entry, experimentId: null });
}
