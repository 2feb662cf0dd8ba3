import type { IncomingMessage } from "node:http";
import { bringsSession } from "@/lib/auth/cookies";

/** Public pages and data: the same for everybody who is not signed in. Long streams of rows are left out. */
const PUBLIC = [
  /^\/(charts|compare|instances|changes|docs)?$/,
  /^\/(card\.png|changes\.atom|sitemap\.xml|robots\.txt)$/,
  /^\/(instances|experiments|changes|docs)\/[\w./-]+$/,
  /^\/api\/v1\/(leaderboard|charts|compare|experiments|instances|sets|changes|openapi\.json)$/,
  /^\/api\/v1\/(experiments|instances)\/[\w.-]+$/,
];

/** What a client navigation asks for instead of the whole document; the answer depends on these alone. */
const PART_HEADERS = [
  "rsc",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-url",
] as const;

/** Longer ones are answered and not kept: no reader makes them. */
const LONGEST_KEY = 4096;

/** What is asked for, in all that the answer may depend on. */
export type Asked = { key: string; path: string; headers: Record<string, string> };

/**
 * What an answer that is kept would be kept for; null where the answer may depend on who asks. Only the headers
 * named here reach the page that is made for keeping, so no other header can change what others are shown.
 */
export function askedOf(request: IncomingMessage): Asked | null {
  const { method, headers, url = "/" } = request;
  if (method !== "GET" || headers.authorization !== undefined || headers["if-none-match"] !== undefined)
    return null;
  if (bringsSession(new Headers(headers.cookie === undefined ? {} : { cookie: headers.cookie }))) return null;
  const [path = "/"] = url.split("?", 1);
  if (path.includes("//") || path.includes("..") || !PUBLIC.some((one) => one.test(path))) return null;
  const passed: Record<string, string> = { host: headers.host ?? "localhost" };
  for (const name of PART_HEADERS) {
    const value = headers[name];
    if (typeof value === "string") passed[name] = value;
  }
  const key = JSON.stringify([url, passed]);
  return key.length > LONGEST_KEY ? null : { key, path: url, headers: passed };
}
