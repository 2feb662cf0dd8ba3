import type { Database } from "@/lib/db/client";
import { type UserRow, userByLogin } from "@/lib/db/queries/users";
import type { By } from "@/lib/services/account/users";
import type { CommandContext } from "./context";
import { inputFailure } from "./exit-codes";
import { openMigrated } from "./runtime";

/** Who did it, in the log of events: whoever may write to the data folder. */
export const byCommandLine = (): By => ({ actor: "cli", now: Date.now() });

/** Opens the database for a command, and closes it whatever happens. */
export function withDatabase(context: CommandContext, work: (database: Database) => void): void {
  const database = openMigrated(context);
  try {
    work(database);
  } finally {
    database.close();
  }
}

/** The account of an e-mail address or a user name. */
export function requireUser(database: Database, login: string): UserRow {
  const user = userByLogin(database.query, login);
  if (user) return user;
  const kind = login.includes("@") ? "e-mail address" : "user name";
  throw inputFailure(
    `No account has the ${kind} ${login}.`,
    "Accounts are made on the site (Sign in, Make one) or by `swe-game-bench account add <e-mail>`.",
  );
}

/** "ada <ada@example.org>". */
export function userText(user: Pick<UserRow, "username" | "name" | "email">): string {
  return `${user.username ?? user.name} <${user.email}>`;
}
