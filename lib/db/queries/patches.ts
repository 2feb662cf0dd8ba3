import { eq, sql } from "drizzle-orm";
import type { Queryable } from "../client";
import { patches } from "../schema";

/** A function that stores one patch unless its bytes are there already; prepared once for many rows. */
export function patchInserter(q: Queryable): (sha256: string, bytes: Uint8Array) => void {
  const statement = q
    .insert(patches)
    .values({
      sha256: sql.placeholder("sha256"),
      bytes: sql.placeholder("bytes"),
      size: sql.placeholder("size"),
    })
    .onConflictDoNothing()
    .prepare();
  return (sha256, bytes) => {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    statement.run({ sha256, bytes: view, size: bytes.byteLength });
  };
}

/** The bytes of a patch as they were handed in, or null. */
export function patchBytes(q: Queryable, sha256: string): Uint8Array | null {
  return (
    q.select({ bytes: patches.bytes }).from(patches).where(eq(patches.sha256, sha256)).get()?.bytes ?? null
  );
}
