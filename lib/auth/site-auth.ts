import { type Config, readConfig } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import { sharedDatabase } from "@/lib/db/shared";
import type { Auth } from "./options";

export type SiteAuth = { config: Config; database: Database; auth: Auth };

/** Instances of this module differ between routes; only the global object is one in a process. */
const shared = globalThis as typeof globalThis & { sweGameBenchAuth?: SiteAuth };

/** The database and the sign-in library of this process; null while there is no database. */
export async function siteAuth(): Promise<SiteAuth | null> {
  const config = readConfig();
  const database = sharedDatabase(config);
  if (database === null) return null;
  if (shared.sweGameBenchAuth?.database === database) return shared.sweGameBenchAuth;
  const { createAuth } = await import("./options");
  shared.sweGameBenchAuth = { config, database, auth: createAuth(config, database) };
  return shared.sweGameBenchAuth;
}
