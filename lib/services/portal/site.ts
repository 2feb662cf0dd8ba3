import type { Benchmark } from "@/lib/benchmark/dataset";
import type { Config } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import { sharedDatabase } from "@/lib/db/shared";
import { readContext } from "@/lib/services/read/context";

/** What the portal's services work on. */
export type Portal = { config: Config; database: Database; benchmark: Benchmark };

/** The portal of this process; null while there is no database. */
export function sitePortal(): Portal | null {
  const { config, benchmark } = readContext();
  const database = sharedDatabase(config);
  return database && { config, database, benchmark };
}
