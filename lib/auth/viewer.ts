import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { isMaintainer } from "@/lib/domain/access";
import { signInHref } from "./own-path";
import { viewerOfSession } from "./request-viewer";
import type { Viewer } from "./viewer-of-user";

export { type RequestViewer, readerOf, viewerOfRequest } from "./request-viewer";
export type { Viewer } from "./viewer-of-user";

/** Who is signed in, for server components and server actions; looked up once for each request. */
export const currentViewer = cache(async (): Promise<Viewer | null> => {
  const request = new Headers(await headers());
  // An action may just have set another session: the cookies know, the headers of the request do not.
  request.set("cookie", (await cookies()).toString());
  return viewerOfSession(request);
});

/**
 * Who is signed in, or a redirect to the sign-in page that leads back to `next`, a path of this site.
 * In pages and server actions alike.
 */
export async function requireViewer(next: string): Promise<Viewer> {
  return (await currentViewer()) ?? redirect(signInHref(next));
}

/** A maintainer. Somebody else who is signed in gets 404: for them the page is not there. */
export async function requireMaintainer(next: string): Promise<Viewer> {
  const viewer = await requireViewer(next);
  return isMaintainer(viewer) ? viewer : notFound();
}
