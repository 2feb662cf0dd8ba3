"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import * as z from "zod";
import { newPasswordField } from "@/lib/auth/account-rules";
import { siteAuth } from "@/lib/auth/site-auth";
import type { FormState } from "@/lib/domain/form-state";
import { redeemOneTimePassword } from "@/lib/services/account/one-time-password";
import { signIn } from "@/lib/services/account/sign-in";
import { fieldProblems, formProblem, NO_DATABASE, shownAgain, textOf, throttled } from "../form-input";

const schema = z.object({
  login: z.string().trim().min(1, "Write your e-mail address or your user name."),
  oneTimePassword: z
    .string()
    .trim()
    .min(1, "Write the one-time password that a maintainer gave you.")
    .max(100),
  password: newPasswordField,
});

export async function resetAction(_state: FormState, form: FormData): Promise<FormState> {
  const values = shownAgain(form, ["login"]);
  const parsed = schema.safeParse({
    ...values,
    oneTimePassword: textOf(form, "oneTimePassword"),
    password: textOf(form, "password"),
  });
  if (!parsed.success) return fieldProblems(parsed.error, values);
  const site = await siteAuth();
  if (!site) return formProblem(NO_DATABASE, values);
  const { login, oneTimePassword, password } = parsed.data;
  const now = Date.now();
  const result = await redeemOneTimePassword(site.database, {
    login,
    oneTimePassword,
    hashNewPassword: async () => (await site.auth.$context).password.hash(password),
    now,
  });
  if (result.status === "throttled")
    return formProblem(throttled("for this account", result.retryAt), values);
  if (result.status === "wrong")
    return formProblem(
      "No account has this name and this one-time password together. A one-time password is good for a day, and once.",
      values,
    );
  const signedIn = await signIn(site, {
    login: result.email,
    password,
    headers: new Headers(await headers()),
    now,
  });
  redirect(signedIn.status === "signed-in" ? "/account" : "/sign-in");
}
