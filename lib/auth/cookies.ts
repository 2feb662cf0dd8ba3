import type { Config } from "@/lib/config";

export const COOKIE_PREFIX = "swe-game-bench";
const SESSION_COOKIE = new RegExp(`(?:^|;\\s*)(?:__Secure-)?${COOKIE_PREFIX}\\.session_token=`);

/** Where people reach the site; this machine unless told. */
export function originOf(config: Pick<Config, "accounts" | "port">): string {
  return config.accounts.publicOrigin ?? `http://localhost:${config.port}`;
}

/** Whether cookies are for encrypted connections alone. */
export function isSecure(config: Pick<Config, "accounts" | "port">): boolean {
  return originOf(config).startsWith("https://");
}

/** Whether a request brings a session at all: without one nothing is loaded and nothing is read. */
export function bringsSession(headers: Headers): boolean {
  return SESSION_COOKIE.test(headers.get("cookie") ?? "");
}

/** Whether a browser sent this from a page of this site: other sites' pages have another Origin, or "null". */
export function isSameOrigin(headers: Headers, config: Pick<Config, "accounts">): boolean {
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  if (config.accounts.publicOrigin === origin) return true;
  const host = headers.get("host");
  return host !== null && new URL(origin).host === host;
}
