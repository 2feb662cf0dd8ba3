/** Who may read and who may alter a submission. One rule for pages, actions, the API and the command line. */
export type Role = "submitter" | "maintainer";

/** What pages show of somebody who is signed in. */
export type ShownViewer = { name: string; username: string | null; role: Role };

/** What the rules ask about whoever is there; null is somebody who has not signed in. */
export type Reader = { id: string; role: Role } | null;

/** What the rules ask about a submission and its experiment. */
export type Readable = {
  /** Null for what this installation's own command line handed in. */
  ownerId: string | null;
  visibility: "public" | "hidden";
  state: "draft" | "queued" | "running" | "complete" | "incomplete" | "cancelled";
  approval: "not-needed" | "waiting" | "approved" | "rejected";
  withdrawnAt: number | null;
};

export function isMaintainer(reader: Reader): boolean {
  return reader?.role === "maintainer";
}

function owns(reader: Reader, { ownerId }: Pick<Readable, "ownerId">): boolean {
  return reader !== null && ownerId !== null && reader.id === ownerId;
}

/**
 * Drafts, hidden submissions and those that no maintainer has let in are for their owner and maintainers.
 * Withdrawn ones keep their address: that they were withdrawn is itself public.
 */
export function mayRead(reader: Reader, subject: Readable): boolean {
  if (isMaintainer(reader) || owns(reader, subject)) return true;
  const letIn = subject.approval === "not-needed" || subject.approval === "approved";
  return letIn && subject.visibility === "public" && subject.state !== "draft";
}

/** Cancel, hide, withdraw, describe. What was withdrawn is closed to its owner: only a maintainer alters it. */
export function mayAlter(reader: Reader, subject: Readable): boolean {
  if (isMaintainer(reader)) return true;
  return owns(reader, subject) && subject.withdrawnAt === null;
}

/** Who reads messages, stack traces and sources of hidden tests: maintainers, and everybody for the sample set. */
export function mayReadTestDetails(reader: Reader, set: string): boolean {
  return set === "sample" || isMaintainer(reader);
}
