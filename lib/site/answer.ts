import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Negotiator from "negotiator";

const gzipped = promisify(gzip);

/** A whole answer, as it was made and compressed. */
export type Answer = {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
  /** Null where compression gains nothing. */
  compressed: Buffer | null;
};

/** Of one connection, not of the answer. */
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "content-length", "date"];
const WORTH_COMPRESSING = /^(text\/|application\/(json|atom\+xml|xml|problem\+json)|image\/svg)/;
const LEAST_TO_COMPRESS = 1024;

export async function makeAnswer(
  status: number,
  received: IncomingHttpHeaders,
  body: Buffer,
): Promise<Answer> {
  const headers: Answer["headers"] = {};
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined && !HOP_BY_HOP.includes(name)) headers[name] = value;
  }
  const worth = body.length >= LEAST_TO_COMPRESS && WORTH_COMPRESSING.test(received["content-type"] ?? "");
  if (!worth) return { status, headers, body, compressed: null };
  const varied = [headers.vary ?? []].flat().join(", ");
  if (!/\baccept-encoding\b/i.test(varied))
    headers.vary = [varied, "Accept-Encoding"].filter(Boolean).join(", ");
  return { status, headers, body, compressed: await gzipped(body) };
}

export function sendAnswer(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  const compressed =
    new Negotiator(request).encoding(["gzip", "identity"]) === "gzip" ? answer.compressed : null;
  const body = compressed ?? answer.body;
  response.writeHead(answer.status, {
    ...answer.headers,
    "content-length": body.length,
    ...(compressed && { "content-encoding": "gzip" }),
  });
  response.end(body);
}
