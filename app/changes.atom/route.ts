import { createHash } from "node:crypto";
import { originOf } from "@/lib/auth/cookies";
import { readConfig } from "@/lib/config";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { readFeed } from "@/lib/services/read/changes";

/** How long a reader may keep the feed without asking again. */
const KEPT_SECONDS = 300;

/** The corrections as an Atom feed, of one set with `?set=`. */
export function GET(request: Request): Response {
  const asked = new URL(request.url).searchParams.get("set");
  const set = BENCHMARK_SETS.find((one) => one === (asked === "core" ? "candidates" : asked)) ?? null;
  if (asked !== null && set === null) return new Response("There is no such set.\n", { status: 404 });
  const { text, newest } = readFeed(originOf(readConfig()), set);
  const tag = `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`;
  const headers = {
    "Cache-Control": `public, max-age=${KEPT_SECONDS}`,
    ETag: tag,
    "Last-Modified": new Date(newest).toUTCString(),
  };
  if (isKnown(request.headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers });
  return new Response(text, {
    headers: { ...headers, "Content-Type": "application/atom+xml; charset=utf-8" },
  });
}

export const dynamic = "force-dynamic";

function isKnown(header: string | null, tag: string): boolean {
  const tags = (header ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
}
