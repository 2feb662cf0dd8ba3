import { eq } from "drizzle-orm";
import type { Database, Queryable } from "@/lib/db/client";
import { attemptCounts, detachOpenAttempts, reopenInfraErrors } from "@/lib/db/queries/attempts";
import { updateExperiment } from "@/lib/db/queries/experiments";
import { submissions } from "@/lib/db/schema";
import { isMaintainer, mayAlter, type Reader } from "@/lib/domain/access";
import { cancelInside } from "@/lib/services/cancel";
import { recordExperimentChange } from "@/lib/services/changes/record";
import { settleCurrent } from "@/lib/services/current";
import { recordEvent } from "@/lib/services/events";
import { readableOf } from "@/lib/services/read/queries";
import { type Confirmed, queueWork, spent, systemOf } from "./confirm";
import { type Found, findSubmission } from "./find";
import { quotaOf } from "./quota";
import { NOT_FOUND, type Refused, refused } from "./refusal";
import type { Portal } from "./site";

type Ask = { reader: Reader; now?: number };
type Made = NonNullable<Found["made"]>;
type Held = { tx: Queryable; made: Made; ownerId: string; actor: NonNullable<Reader>; now: number };

/** Finds a submitted experiment for somebody who may alter it, and does something to it in one transaction. */
function alter(
  database: Database,
  id: string,
  { reader, now = Date.now() }: Ask,
  work: (held: Held) => Confirmed | Refused,
): Confirmed | Refused {
  return database.write((tx) => {
    const found = findSubmission(tx, id, reader);
    if (found === null || reader === null) return NOT_FOUND;
    const { made, upload } = found;
    if (made === null || upload.state !== "submitted")
      return refused("conflict", "It has not been submitted.", "Confirm the dry run first, or discard it.");
    if (!mayAlter(reader, readableOf(made))) {
      return refused("conflict", "It was withdrawn and stays as it is.", "A maintainer can help.");
    }
    return work({ tx, made, ownerId: upload.userId, actor: reader, now });
  });
}

/** A withdrawal is public and for good: it takes more than a slip. */
const SHORTEST_REASON = 10;

const settle = ({ tx, made, actor, now }: Held) =>
  settleCurrent(tx, systemOf(made.experiment, made.submission), actor.id, now);

/** Stops what is queued or runs; the submission can be taken up again. */
export function cancelSubmission(database: Database, id: string, ask: Ask): Confirmed | Refused {
  return alter(database, id, ask, (held) => {
    const { tx, made, actor, now } = held;
    const { id: experimentId, state } = made.experiment;
    if (state === "cancelled") return { status: "ok", changed: false };
    const result = cancelInside(tx, experimentId, actor.id, now);
    if (result.status !== "cancelled") return refused("conflict", "It is finished already.");
    settle(held);
    return { status: "ok", changed: true };
  });
}

/** Hidden from everybody but its owner and maintainers, or shown again. */
export function setVisibility(
  database: Database,
  id: string,
  ask: Ask & { visibility: "public" | "hidden" },
): Confirmed | Refused {
  return alter(database, id, ask, (held) => {
    const { tx, made, actor, now } = held;
    const { visibility } = ask;
    if (made.submission.visibility === visibility) return { status: "ok", changed: false };
    const row = eq(submissions.id, made.submission.id);
    tx.update(submissions).set({ visibility }).where(row).run();
    const kind = visibility === "hidden" ? "submission.hidden" : "submission.shown";
    recordEvent(tx, { at: now, actor: actor.id, kind, subject: made.experiment.id, data: {} });
    settle(held);
    return { status: "ok", changed: true };
  });
}

/** Takes a submission off every list for good; its address stays and says so. */
export function withdrawSubmission(
  database: Database,
  id: string,
  ask: Ask & { reason: string },
): Confirmed | Refused {
  return alter(database, id, ask, (held) => {
    const { tx, made, actor, now, ownerId } = held;
    const { submission, experiment } = made;
    if (submission.withdrawnAt !== null) return { status: "ok", changed: false };
    const reason = ask.reason.trim();
    if (reason.length < SHORTEST_REASON) {
      const mend = `Everybody reads the reason, and nothing undoes this: ${SHORTEST_REASON} characters at least.`;
      return refused("bad-request", "Say why it is withdrawn.", mend);
    }
    cancelInside(tx, experiment.id, actor.id, now);
    const change = {
      withdrawnAt: now,
      withdrawnBy: actor.id,
      withdrawnReason: reason,
    };
    tx.update(submissions).set(change).where(eq(submissions.id, submission.id)).run();
    recordEvent(tx, {
      at: now,
      actor: actor.id,
      kind: "submission.withdrawn",
      subject: experiment.id,
      data: { reason },
    });
    settle(held);
    recordExperimentChange(tx, "withdrawn", experiment, {
      at: now,
      actor: actor.id === ownerId ? "its submitter" : "a maintainer",
      text: reason,
    });
    return { status: "ok", changed: true };
  });
}

/** Runs again what our machinery failed, and takes a cancelled submission up where it was. */
export function rerunSubmission(portal: Portal, id: string, ask: Ask): Confirmed | Refused {
  return alter(portal.database, id, ask, ({ tx, made, actor, now, ownerId }) => {
    const { experiment, submission } = made;
    const { id: experimentId, set, state } = experiment;
    if (submission.withdrawnAt !== null) return refused("conflict", "It was withdrawn.");
    if (submission.approval === "rejected") return refused("conflict", "A maintainer did not agree to it.");
    if (state !== "incomplete" && state !== "cancelled") {
      return refused("conflict", "Nothing of it is left to run again.");
    }
    if (state === "cancelled" && !isMaintainer(actor)) {
      const of = { userId: ownerId, set, now, except: experimentId };
      const quota = quotaOf(tx, portal.config.portal.quota, of);
      if (quota.left === 0) return spent(quota.limit, set, quota.resetsAt);
    }
    if (state === "cancelled") detachOpenAttempts(tx, experimentId);
    const reopened = reopenInfraErrors(tx, experimentId);
    const { waiting, checked } = attemptCounts(tx, experimentId);
    if (waiting + checked === 0) return refused("conflict", "Nothing of it is left to run again.");
    updateExperiment(tx, experimentId, { state: "queued", finishedAt: null });
    const event = { at: now, actor: actor.id, subject: experimentId };
    recordEvent(tx, { ...event, kind: "submission.rerun", data: { reopened } });
    if (submission.approval !== "waiting") queueWork(tx, experimentId, now);
    settleCurrent(tx, systemOf(experiment, submission), actor.id, now);
    return { status: "ok", changed: true };
  });
}
