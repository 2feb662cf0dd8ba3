import { refusal } from "@/lib/auth/answers";
import { siteAuth } from "@/lib/auth/site-auth";

/** The one endpoint of the sign-in library that the web needs: where GitHub sends people back to. */
const OPEN = "/api/auth/callback/github";

export async function GET(request: Request): Promise<Response> {
  const site = await siteAuth();
  const open = site?.config.accounts.github !== undefined && new URL(request.url).pathname === OPEN;
  if (!site || !open) return refusal(404, "There is nothing at this address.");
  return site.auth.handler(request);
}

export const dynamic = "force-dynamic";
