import { setImmediate } from "node:timers/promises";
import type { Database } from "@/lib/db/client";
import { patchInserter } from "@/lib/db/queries/patches";
import { type Intake, submittedRows } from "@/lib/services/intake";
import { type StoredRow, type SubmittedRow, storeWith } from "@/lib/services/submit-rows";

/** Bytes of patches in one transaction: small, so that neither readers nor other writers wait for long. */
const BATCH_BYTES = 4_000_000;

/**
 * Stores the patches of an accepted file, batch by batch, and gives its rows with their hashes. Should it not
 * come to the end, what was stored belongs to nothing and is swept away later.
 */
export async function storePatches(database: Database, intake: Intake): Promise<StoredRow[]> {
  const stored: StoredRow[] = [];
  let batch: SubmittedRow[] = [];
  let bytes = 0;
  const flush = () => {
    const rows = batch;
    batch = [];
    bytes = 0;
    database.write((tx) => {
      const store = patchInserter(tx);
      for (const { patch, ...row } of rows) stored.push({ ...row, patchSha256: storeWith(store, patch) });
    });
  };
  for (const row of submittedRows(intake)) {
    batch.push(row);
    bytes += row.patch?.byteLength ?? 0;
    if (bytes < BATCH_BYTES) continue;
    flush();
    await setImmediate();
  }
  flush();
  return stored;
}
