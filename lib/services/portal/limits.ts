/** Dry runs that one account may have at a time: each keeps its patches on the disk. */
export const MOST_DRAFTS = 5;

const HOUR_MS = 3_600_000;

/** How long a dry run is kept when nobody submits it. */
export const DRAFT_MS = 48 * HOUR_MS;

/** A file on its way that nobody has written to for this long belongs to a process that died. */
export const ABANDONED_MS = 15 * 60_000;
