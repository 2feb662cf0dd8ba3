import { readConfig } from "@/lib/config";
import { sharedDatabase } from "@/lib/db/shared";
import type { Reader } from "@/lib/domain/access";
import { viewerOfApiKey } from "./api-keys";
import { bringsSession, isSameOrigin } from "./cookies";
import { siteAuth } from "./site-auth";
import { isBanned, type Viewer, viewerOfUser } from "./viewer-of-user";

export type RequestViewer =
  | { status: "viewer"; viewer: Viewer; via: "session" | "key" }
  | { status: "anonymous" }
  | { status: "refused"; message: string };

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Who sent a request to a route handler: by API key (`Authorization: Bearer sgb_…`), else by session cookie.
 * A bad key is refused, never taken for nobody; a session may alter things only from a page of this site.
 */
export async function viewerOfRequest(request: Request): Promise<RequestViewer> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null) return viewerOfKey(authorization);
  const viewer = await viewerOfSession(request.headers);
  if (viewer === null) return { status: "anonymous" };
  if (!SAFE_METHODS.has(request.method) && !isSameOrigin(request.headers, readConfig())) {
    const message = "A request with a session cookie must come from a page of this site. Use an API key.";
    return { status: "refused", message };
  }
  return { status: "viewer", viewer, via: "session" };
}

/** Who reads: somebody, or nobody in particular; a bad key is told, not overlooked. */
export async function readerOf(
  request: Request,
): Promise<{ status: "reader"; reader: Reader } | { status: "refused"; message: string }> {
  const answer = await viewerOfRequest(request);
  if (answer.status === "refused") return answer;
  return { status: "reader", reader: answer.status === "viewer" ? answer.viewer : null };
}

function viewerOfKey(authorization: string): RequestViewer {
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined)
    return { status: "refused", message: "The header must read Authorization: Bearer <your API key>." };
  const database = sharedDatabase(readConfig());
  if (database === null) return { status: "refused", message: "This installation has no database yet." };
  const answer = viewerOfApiKey(database, token, Date.now());
  if (answer.status === "refused") return answer;
  return { status: "viewer", viewer: answer.viewer, via: "key" };
}

/** Whose session a request brings; null for none, an ended one, or one of a blocked account. */
export async function viewerOfSession(headers: Headers): Promise<Viewer | null> {
  if (!bringsSession(headers)) return null;
  const site = await siteAuth();
  const found = await site?.auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!found || isBanned(found.user, Date.now())) return null;
  return viewerOfUser(found.user);
}
