import { eq, inArray } from "drizzle-orm";
import { attemptCounts } from "@/lib/db/queries/attempts";
import { type UploadRow, uploadsOf } from "@/lib/db/queries/uploads";
import { experiments, submissions } from "@/lib/db/schema";
import type { Reader } from "@/lib/domain/access";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import type { Quota, SubmissionLine } from "@/lib/domain/submission-view";
import { type ReadContext, readContext } from "@/lib/services/read/context";
import { readTabs } from "@/lib/services/read/tabs";
import type { Found } from "./find";
import { quotaOf } from "./quota";
import { stateOf } from "./read";

/** Lines of a list; older ones keep their address. */
const SHOWN = 200;

/** What somebody has sent in, the latest first. */
export function readSubmissions(reader: Reader, context: ReadContext = readContext()): SubmissionLine[] {
  if (context.database === null || reader === null) return [];
  const q = context.database.query;
  const rows = uploadsOf(q, reader.id, SHOWN);
  const made = q
    .select({ experiment: experiments, submission: submissions })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(
      inArray(
        experiments.id,
        rows.flatMap((row) => row.experimentId ?? []),
      ),
    )
    .all();
  const byId = new Map(made.map((one) => [one.experiment.id, one]));
  return rows.map((upload) => {
    const own = byId.get(upload.experimentId ?? "") ?? null;
    const counts = own && attemptCounts(q, own.experiment.id);
    return lineOf({ upload, made: own }, counts);
  });
}

function lineOf(
  found: Found,
  counts: { waiting: number; checked: number; done: number } | null,
): SubmissionLine {
  const { upload, made } = found;
  const { id, set, fileName, errors, experimentId, createdAt }: UploadRow = upload;
  return {
    id,
    set,
    fileName,
    state: stateOf(found),
    errors,
    experimentId,
    createdAt,
    system: made && {
      agent: made.experiment.agent,
      model: made.experiment.model,
      temperature: made.experiment.temperature,
    },
    visibility: made?.submission.visibility ?? "public",
    attempts: {
      done: counts?.done ?? 0,
      total: counts ? counts.waiting + counts.checked + counts.done : 0,
    },
  };
}

/** What /submit shows: the sets that are here, and what is left of today's quota of each; all of it to nobody. */
export function readSubmitChoices(
  reader: Reader,
  context: ReadContext = readContext(),
  now = Date.now(),
): { evaluation: "open" | "approval" | "closed"; maxBytes: number; sets: (Quota & { instances: number })[] } {
  const { evaluation, quota, uploadBytes } = context.config.portal;
  const tabs = readTabs(context);
  const sets = BENCHMARK_SETS.map((set) => {
    const instances = tabs.find((tab) => tab.set === set)?.instances ?? 0;
    const q = context.database?.query;
    const of = { userId: reader?.id ?? "", set, now };
    const left = q
      ? quotaOf(q, quota, of)
      : { set, limit: quota[set], used: 0, left: quota[set], resetsAt: now };
    return { ...left, instances };
  });
  return { evaluation, maxBytes: uploadBytes, sets };
}
