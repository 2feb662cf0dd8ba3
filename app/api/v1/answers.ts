import type * as z from "zod";
import { type Viewer, viewerOfRequest } from "@/lib/auth/viewer";
import type { RefusalCode, Refused } from "@/lib/services/portal/refusal";
import { type Portal, sitePortal } from "@/lib/services/portal/site";

const STATUS: Record<RefusalCode, number> = {
  "bad-request": 400,
  unsupported: 415,
  "too-large": 413,
  "cut-off": 400,
  stalled: 408,
  "disk-full": 507,
  busy: 429,
  closed: 403,
  "not-found": 404,
  conflict: 409,
  quota: 429,
  unavailable: 409,
};

const HEADERS = { "Cache-Control": "no-store" };

/** A refusal: what is wrong and what to do about it, by field where there are fields. */
export function refuse(
  status: number,
  error: { message: string; mend?: string; fields?: Record<string, string> },
  headers: Record<string, string> = {},
): Response {
  const body = { error: { mend: "", ...error } };
  return Response.json(body, { status, headers: { ...HEADERS, ...headers } });
}

export function refusalResponse({ code, message, mend, retryAt }: Refused): Response {
  const seconds = retryAt === undefined ? null : Math.max(1, Math.ceil((retryAt - Date.now()) / 1000));
  return refuse(STATUS[code], { message, mend }, seconds === null ? {} : { "Retry-After": String(seconds) });
}

export function answer(
  body: unknown,
  init: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(body, { status: init.status ?? 200, headers: { ...HEADERS, ...init.headers } });
}

export type Asked = { viewer: Viewer; via: "session" | "key"; portal: Portal };

/** Who asks, and what is asked of; or the answer to somebody who may not. */
export async function askedBy(request: Request): Promise<Asked | Response> {
  const found = await viewerOfRequest(request);
  if (found.status !== "viewer") {
    const message = found.status === "refused" ? found.message : "This needs an account.";
    const mend = "Sign in, or send an API key: Authorization: Bearer sgb_… Your account page makes one.";
    return refuse(401, { message, mend }, { "WWW-Authenticate": 'Bearer realm="SWE-game-bench"' });
  }
  const portal = sitePortal();
  if (portal === null) return refuse(503, { message: "This installation has no database yet." });
  return { viewer: found.viewer, via: found.via, portal };
}

const MOST_JSON = 16_384;

/** A small JSON body checked by a schema; an empty body is an empty object. */
export async function jsonOf<T>(request: Request, schema: z.ZodType<T>): Promise<T | Response> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of request.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_JSON)
      return refuse(413, { message: `The body is longer than ${MOST_JSON} bytes.` });
  }
  let value: unknown = {};
  try {
    if (text.trim() !== "") value = JSON.parse(text);
  } catch {
    return refuse(400, { message: "The body is no JSON." });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".") || "body"] ??= issue.message;
  const message = Object.entries(fields)
    .map(([name, text_]) => `${name}: ${text_}`)
    .join("; ");
  return refuse(400, { message, mend: "Mend these fields and send it again.", fields });
}
