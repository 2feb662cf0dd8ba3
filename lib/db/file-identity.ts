import { statSync } from "node:fs";

/** Which file stands below a name now: its device and inode. Null for none. A replaced file has another one. */
export function fileIdentity(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev} ${stat.ino}`;
}
