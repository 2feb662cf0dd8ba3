import { refusal } from "@/lib/auth/answers";
import { ownPath } from "@/lib/auth/own-path";
import { siteAuth } from "@/lib/auth/site-auth";

/** Sends a visitor to GitHub to sign in. A plain link leads here, so that it works without scripts. */
export async function GET(request: Request): Promise<Response> {
  const site = await siteAuth();
  if (!site?.config.accounts.github) return refusal(404, "Signing in with GitHub is not set up here.");
  const next = ownPath(new URL(request.url).searchParams.get("next"));
  const { headers, response } = await site.auth.api.signInSocial({
    body: { provider: "github", callbackURL: next, errorCallbackURL: "/sign-in", disableRedirect: true },
    headers: request.headers,
    returnHeaders: true,
  });
  if (!response.url) return refusal(503, "GitHub cannot be asked just now.");
  const answer = new Headers({ Location: response.url, "Cache-Control": "no-store" });
  for (const cookie of headers.getSetCookie()) answer.append("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers: answer });
}

export const dynamic = "force-dynamic";
