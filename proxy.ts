import { type NextRequest, NextResponse } from "next/server";

/**
 * A content security policy with a nonce for each page: scripts run when this server put them there,
 * inline styles and foreign origins never. `/api` is left out, because a proxy cuts off large uploads.
 */
export const config = { matcher: ["/((?!api/|_next/static/|_next/image|favicon\\.ico$|icon\\.svg$).*)"] };

export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  // biome-ignore lint/style/noProcessEnv: replaced by a constant when the site is built, not configuration
  const policy = policyFor(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Next reads the nonce for its own scripts from this request header.
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/** The development server evaluates code and styles that it makes up; production does not. */
function policyFor(nonce: string, development: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
