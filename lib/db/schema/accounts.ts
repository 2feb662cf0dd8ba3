import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Role } from "@/lib/domain/access";

/** The names of these four tables' fields are better-auth's, which reads and writes them. */
const moment = (name: string) => integer(name, { mode: "timestamp_ms" });
const made = (name: string) =>
  moment(name).notNull().default(sql`(cast(unixepoch('subsecond') * 1000 as integer))`);
const owner = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    emailVerified: integer("email_verified", { mode: "boolean" }).notNull().default(false),
    image: text("image"),
    /** Lower case; `displayUsername` keeps how it was written. */
    username: text("username"),
    displayUsername: text("display_username"),
    role: text("role").$type<Role>().notNull().default("submitter"),
    banned: integer("banned", { mode: "boolean" }).notNull().default(false),
    banReason: text("ban_reason"),
    banExpires: moment("ban_expires"),
    createdAt: made("created_at"),
    updatedAt: made("updated_at"),
  },
  (t) => [uniqueIndex("users_email").on(t.email), uniqueIndex("users_username").on(t.username)],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull(),
    userId: owner(),
    expiresAt: moment("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    impersonatedBy: text("impersonated_by"),
    createdAt: made("created_at"),
    updatedAt: made("updated_at"),
  },
  (t) => [uniqueIndex("sessions_token").on(t.token), index("sessions_by_user").on(t.userId)],
);

/** Ways to sign in: a password (`credential`), or another site's account. */
export const accounts = sqliteTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: owner(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: moment("access_token_expires_at"),
    refreshTokenExpiresAt: moment("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: made("created_at"),
    updatedAt: made("updated_at"),
  },
  (t) => [
    uniqueIndex("accounts_identity").on(t.providerId, t.accountId),
    index("accounts_by_user").on(t.userId),
  ],
);

export const verifications = sqliteTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: made("created_at"),
    updatedAt: made("updated_at"),
  },
  (t) => [index("verifications_by_identifier").on(t.identifier)],
);

/** Keys for the command line. Only the SHA-256 of a key is kept; `prefix` is what people recognise it by. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    userId: owner(),
    name: text("name").notNull(),
    prefix: text("prefix").notNull(),
    sha256: text("sha256").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
  },
  (t) => [uniqueIndex("api_keys_sha256").on(t.sha256), index("api_keys_by_user").on(t.userId)],
);

/** Failed tries by what they were aimed at (an account, a key prefix), so that no forged address evades a limit. */
export const throttles = sqliteTable("throttles", {
  key: text("key").primaryKey(),
  failures: integer("failures").notNull(),
  /** Start of the window that the failures are counted in. */
  since: integer("since").notNull(),
});
