import * as z from "zod";
import { emailField, nameField, newPasswordField, usernameField } from "@/lib/auth/account-rules";
import type { SiteAuth } from "@/lib/auth/site-auth";
import { takeTry } from "@/lib/auth/throttle";
import { refusedCode } from "./library-error";
import { addressOf } from "./sign-in";

/** Nothing but these fields: a role that somebody sends along is not even read. */
export const signUpSchema = z.object({
  name: nameField,
  username: usernameField,
  email: emailField,
  password: newPasswordField,
});
export type SignUp = z.infer<typeof signUpSchema>;

export type SignUpResult =
  | { status: "signed-up" }
  | { status: "closed" }
  | { status: "taken" }
  | { status: "throttled"; retryAt: number };

/** Makes an account and signs in. Whether the address or the user name was taken is not told apart. */
export async function signUp(
  { config, database, auth }: SiteAuth,
  { name, username, email, password }: SignUp,
  { headers, now }: { headers: Headers; now: number },
): Promise<SignUpResult> {
  if (config.accounts.signUp === "closed") return { status: "closed" };
  const address = addressOf(config.accounts.addressHeader, headers);
  const byAddress = address === null ? null : takeTry(database, "sign-up-address", address, now);
  if (byAddress?.status === "throttled") return byAddress;
  const taken = takeTry(database, "sign-up", "everybody", now);
  if (taken.status === "throttled") return taken;
  try {
    await auth.api.signUpEmail({ body: { name, username, email, password }, headers });
    return { status: "signed-up" };
  } catch (error) {
    const code = refusedCode(error);
    if (code === null) throw error;
    if (/ALREADY|FAILED_TO_CREATE_USER/.test(code)) return { status: "taken" };
    throw error;
  }
}
