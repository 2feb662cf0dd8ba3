import { createAuth } from "@/lib/auth/options";
import type { SiteAuth } from "@/lib/auth/site-auth";
import { LIMITS, type Limited, takeTry } from "@/lib/auth/throttle";
import { readConfig } from "@/lib/config";
import { type UserRow, userByLogin } from "@/lib/db/queries/users";
import { signIn } from "@/lib/services/account/sign-in";
import { signUp } from "@/lib/services/account/sign-up";
import { temporaryDatabase } from "./database";

export const PASSWORD = "correct horse";

/** Accounts of an installation of its own, by the real services and the real sign-in library. */
export class Accounts {
  readonly #store: ReturnType<typeof temporaryDatabase>;
  readonly dataDir: string;
  readonly site: SiteAuth;

  constructor(env: Record<string, string> = {}) {
    this.#store = temporaryDatabase("swe-game-bench.sqlite");
    this.dataDir = this.#store.dir;
    const { database } = this.#store;
    const config = readConfig({ SWE_GAME_BENCH_DATA_DIR: this.dataDir, ...env });
    this.site = { config, database, auth: createAuth(config, database) };
  }

  get database() {
    return this.site.database;
  }

  join(name: string, more: object = {}) {
    const fields = { name, username: name, email: `${name}@example.org`, password: PASSWORD, ...more };
    return signUp(this.site, fields, { headers: new Headers(), now: Date.now() });
  }

  async enter(login: string, password = PASSWORD, headers = new Headers()) {
    return await signIn(this.site, { login, password, headers, now: Date.now() });
  }

  user(name: string): UserRow {
    const row = userByLogin(this.database.query, name);
    if (!row) throw new Error(`${name} has no account`);
    return row;
  }

  /** What a browser sends after signing in. */
  async session(name: string): Promise<Headers> {
    const { headers } = await this.site.auth.api.signInEmail({
      body: { email: `${name}@example.org`, password: PASSWORD },
      returnHeaders: true,
    });
    return new Headers({ cookie: cookieOf(headers) });
  }

  viewerOf(headers: Headers) {
    return this.site.auth.api.getSession({ headers });
  }

  /** Uses up tries until so many are left. */
  spend(what: Limited, target: string, left: number): void {
    for (let index = LIMITS[what].tries; index > left; index -= 1)
      takeTry(this.database, what, target, Date.now());
  }

  remove(): void {
    this.#store.remove();
  }
}

/** The Cookie header that a browser sends after an answer with these headers. */
export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .join("; ");
}
