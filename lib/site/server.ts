import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Logger } from "@/lib/log";
import { sendAnswer } from "./answer";
import { askedOf } from "./cacheable";
import { type KeptAnswers, keepAnswers } from "./kept-answers";
import type { PageMaker } from "./make-page";

export type SiteParts = {
  /** The pages themselves, which answer everything that is not kept. */
  site: RequestListener;
  pages: PageMaker;
  /** The state of the data that pages are made from. */
  versionOf: () => string;
  log: Logger;
};

/** What readers who are not signed in ask for again and again is answered from memory; all else by the site. */
export function createSiteServer({ site, pages, versionOf, log }: SiteParts): Server {
  const kept = keepAnswers(versionOf);
  return createServer((request, response) => {
    if (!isAddress(request.url)) return refuseAddress(response);
    const asked = askedOf(request);
    if (asked === null) return site(request, response);
    const known = kept.peek(asked.key);
    if (known) return sendAnswer(known, request, response);
    answerAnew(kept, asked.key, () => pages.make(asked), request, response).catch((error) => {
      log.error({ err: error, path: asked.path }, "a page could not be made for keeping");
      if (!response.headersSent) site(request, response);
    });
  });
}

async function answerAnew(
  kept: KeptAnswers,
  key: string,
  make: Parameters<KeptAnswers["get"]>[1],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await kept.get(key, make);
  if (!response.destroyed) sendAnswer(answer, request, response);
}

/** The router fails on an address whose escapes are no text. */
function isAddress(url = "/"): boolean {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "/");
    return true;
  } catch {
    return false;
  }
}

function refuseAddress(response: ServerResponse): void {
  response.writeHead(400, {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  response.end("This address holds a % that no two hexadecimal digits of a UTF-8 character follow.\n");
}
