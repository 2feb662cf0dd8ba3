import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { nextCookies } from "better-auth/next-js";
import { admin, username } from "better-auth/plugins";
import { adminAc, userAc } from "better-auth/plugins/admin/access";
import type { Config } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import { accounts, sessions, users, verifications } from "@/lib/db/schema";
import { recordAccountEvent } from "./account-events";
import { fittingName, PASSWORD, USERNAME } from "./account-rules";
import { COOKIE_PREFIX, isSecure, originOf } from "./cookies";
import { authSecret } from "./secret";

const WEEK_SECONDS = 7 * 24 * 3600;

/** The library, set up for this installation. Heavy to load: import this module only when it is needed. */
export function createAuth(config: Config, database: Database) {
  const { github, signUp } = config.accounts;
  return betterAuth({
    appName: "SWE-game-bench",
    baseURL: originOf(config),
    basePath: "/api/auth",
    secret: authSecret(config),
    database: drizzleAdapter(database.query, {
      provider: "sqlite",
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: signUp === "closed",
      minPasswordLength: PASSWORD.min,
      maxPasswordLength: PASSWORD.max,
    },
    ...(github ? { socialProviders: { github: { ...github, disableSignUp: signUp === "closed" } } } : {}),
    // A session ends a week after it began: reading a page never writes to the database.
    session: { expiresIn: WEEK_SECONDS, disableSessionRefresh: true, cookieCache: { enabled: false } },
    account: {
      // No address is verified here, so an equal address proves nothing about who owns an account.
      accountLinking: { enabled: false },
      encryptOAuthTokens: true,
      storeStateStrategy: "cookie",
    },
    // Its limits count by address, which anyone can forge; ours count by account.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: isSecure(config),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { disableIpTracking: true },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: { errorURL: "/sign-in" },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: { ...user, name: fittingName(user.name) || "Unnamed" } }),
          after: async (user, context) => {
            const by = context?.path?.startsWith("/callback") ? "github" : "password";
            recordAccountEvent(database.query, {
              at: Date.now(),
              actor: user.id,
              kind: "account.created",
              subject: user.id,
              data: { by },
            });
          },
        },
      },
    },
    plugins: [
      username({
        minUsernameLength: USERNAME.min,
        maxUsernameLength: USERNAME.max,
        usernameValidator: (name) => USERNAME.shape.test(name),
      }),
      admin({
        defaultRole: "submitter",
        adminRoles: ["maintainer"],
        roles: { maintainer: adminAc, submitter: userAc },
        bannedUserMessage: "This account is blocked. Ask a maintainer.",
      }),
      nextCookies(),
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;
