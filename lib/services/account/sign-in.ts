import type { SiteAuth } from "@/lib/auth/site-auth";
import { clearTries, type Limited, takeTry } from "@/lib/auth/throttle";
import { deleteSession, userByLogin } from "@/lib/db/queries/users";
import { refusedCode } from "./library-error";

export type SignInResult =
  | { status: "signed-in" }
  | { status: "wrong" }
  | { status: "blocked" }
  | { status: "throttled"; retryAt: number };

/** Belongs to nobody (RFC 2606): the library hashes the password all the same, so that the answer takes as long. */
const NOBODY = "nobody@unknown.invalid";

/**
 * Signs in by e-mail address or user name. The two are limited apart, so that the limit of one does not tell
 * that the other is the same account. The session cookie is set on the present response.
 */
export async function signIn(
  { config, database, auth }: SiteAuth,
  input: { login: string; password: string; headers: Headers; now: number },
): Promise<SignInResult> {
  const target = input.login.trim().toLowerCase();
  const address = addressOf(config.accounts.addressHeader, input.headers);
  const counted: [Limited, string][] = [["sign-in", target]];
  if (address !== null) counted.push(["sign-in-address", address]);
  for (const [what, key] of counted) {
    const taken = takeTry(database, what, key, input.now);
    if (taken.status === "throttled") return taken;
  }
  const before = await auth.api.getSession({ headers: input.headers, query: { disableRefresh: true } });
  const email = target.includes("@") ? target : (userByLogin(database.query, target)?.email ?? NOBODY);
  try {
    await auth.api.signInEmail({ body: { email, password: input.password }, headers: input.headers });
  } catch (error) {
    const code = refusedCode(error);
    if (code === null) throw error;
    return { status: code === "BANNED_USER" ? "blocked" : "wrong" };
  }
  // The session that this browser had is not left open behind the new one.
  if (before) deleteSession(database.query, before.session.token);
  clearTries(database.query, "sign-in", target);
  return { status: "signed-in" };
}

/** The visitor's address as a proxy of ours tells it; null when none is named, for then anybody could forge it. */
export function addressOf(header: string | undefined, headers: Headers): string | null {
  return (header && headers.get(header)?.split(",").at(-1)?.trim()) || null;
}
