/** Why the portal does not do what was asked; each has one HTTP status. */
export type RefusalCode =
  | "bad-request"
  | "unsupported"
  | "too-large"
  | "cut-off"
  | "stalled"
  | "disk-full"
  | "busy"
  | "closed"
  | "not-found"
  | "conflict"
  | "quota"
  | "unavailable";

export type Refused = {
  status: "refused";
  code: RefusalCode;
  message: string;
  /** What to do about it; empty when the message says it. */
  mend: string;
  /** When trying again makes sense. */
  retryAt?: number;
};

export function refused(code: RefusalCode, message: string, mend = "", retryAt?: number): Refused {
  return { status: "refused", code, message, mend, ...(retryAt === undefined ? {} : { retryAt }) };
}

/** The same answer for what is not there and for what is somebody else's. */
export const NOT_FOUND: Refused = refused("not-found", "There is no such submission.");

export const DISK_FULL: Refused = refused(
  "disk-full",
  "The disk of this installation is full, so the file was not kept.",
  "Nothing of it is left here. Whoever runs the installation must free space; then send it again.",
);

/** Errors of the file system and of SQLite that mean a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return ["ENOSPC", "EDQUOT", "SQLITE_FULL", "SQLITE_IOERR_WRITE"].includes(String(error.code));
}
