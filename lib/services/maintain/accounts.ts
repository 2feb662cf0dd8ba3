import { asc, or, sql } from "drizzle-orm";
import type { Database, Queryable } from "@/lib/db/client";
import { maintainers, type UserRow, userById } from "@/lib/db/queries/users";
import { apiKeys, submissions, users } from "@/lib/db/schema";
import type { Role } from "@/lib/domain/access";
import type { AccountsView } from "@/lib/domain/maintain-views";
import { issueOneTimePassword } from "../account/one-time-password";
import { block, setRole, unblock } from "../account/users";

const PAGE = 25;

/** Accounts of this installation, by name; `search` is a part of a name, a user name or an address. */
export function readAccounts(
  q: Queryable,
  { search, page }: { search?: string; page: number },
): AccountsView {
  const part = `%${(search ?? "").toLowerCase().replace(/[%_\\]/g, "\\$&")}%`;
  const has = (column: typeof users.name | typeof users.email | typeof users.username) =>
    sql`lower(${column}) like ${part} escape '\\'`;
  const where = search ? or(has(users.name), has(users.email), has(users.username)) : undefined;
  const total = q.select({ count: sql<number>`count(*)` }).from(users).where(where).get()?.count ?? 0;
  const pages = Math.max(1, Math.ceil(total / PAGE));
  const shown = Math.min(Math.max(1, page), pages);
  const rows = q
    .select({
      user: users,
      keys: sql<number>`(select count(*) from ${apiKeys} where ${apiKeys.userId} = ${users.id} and ${apiKeys.revokedAt} is null)`,
      submissions: sql<number>`(select count(*) from ${submissions} where ${submissions.userId} = ${users.id})`,
    })
    .from(users)
    .where(where)
    .orderBy(sql`${users.role} <> 'maintainer'`, asc(sql`lower(${users.name})`), asc(users.id))
    .limit(PAGE)
    .offset((shown - 1) * PAGE)
    .all();
  const accounts = rows.map(({ user, ...counts }) => {
    const { id, name, username, email, role, banned, banReason } = user;
    return {
      id,
      name,
      username,
      email,
      role,
      banned,
      banReason,
      createdAt: user.createdAt.getTime(),
      ...counts,
    };
  });
  return { accounts, total, page: shown, pages };
}

export type AccountResult<T = object> = ({ status: "done" } & T) | { status: "refused"; message: string };

const GONE: AccountResult = { status: "refused", message: "There is no such account." };

type By = { actorId: string; now?: number };

/** Gives an account a role. The last maintainer stays one: the command line could still make another. */
export function changeRole(database: Database, userId: string, role: Role, by: By): AccountResult {
  const user = userById(database.query, userId);
  if (!user) return GONE;
  if (role === "submitter" && isLastMaintainer(database, user))
    return { status: "refused", message: "This is the last maintainer. Make another one first." };
  setRole(database, user, role, whoAndWhen(by));
  return { status: "done" };
}

/** Blocks an account or lets it in again; nobody blocks themselves. */
export function changeBlock(
  database: Database,
  userId: string,
  change: { blocked: boolean; reason: string | null },
  by: By,
): AccountResult {
  const user = userById(database.query, userId);
  if (!user) return GONE;
  if (change.blocked && userId === by.actorId)
    return { status: "refused", message: "This is your own account." };
  if (change.blocked) block(database, user, change.reason, whoAndWhen(by));
  else unblock(database, user, whoAndWhen(by));
  return { status: "done" };
}

/** A one-time password for an account whose owner has lost theirs; told this once. */
export function resetPassword(
  database: Database,
  userId: string,
  by: By,
): AccountResult<{ password: string; expiresAt: number }> {
  const user = userById(database.query, userId);
  if (!user) return { status: "refused", message: "There is no such account." };
  return { status: "done", ...issueOneTimePassword(database, user, whoAndWhen(by)) };
}

function whoAndWhen({ actorId, now = Date.now() }: By) {
  return { actor: actorId, now };
}

function isLastMaintainer(database: Database, user: UserRow): boolean {
  const able = maintainers(database.query).filter((one) => !one.banned);
  return user.role === "maintainer" && able.every((one) => one.id === user.id);
}
