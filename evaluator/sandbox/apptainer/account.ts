/**
 * Whose rights sandboxes run with. A container of root's is root on the machine as well, even without
 * capabilities: it could write the kernel's settings below /proc/sys. Root therefore hands its sandboxes to an
 * account of no rights, which every system has and Apptainer can look up.
 */
export type Account = { uid: number; gid: number };

const NOBODY: Account = { uid: 65534, gid: 65534 };

/** Null where programs are started with the account that we have ourselves. */
export function sandboxAccount(ownUid = process.getuid?.()): Account | null {
  return ownUid === 0 ? NOBODY : null;
}
