"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { ownPath } from "@/lib/auth/own-path";
import { siteAuth } from "@/lib/auth/site-auth";
import type { FormState } from "@/lib/domain/form-state";
import { signIn } from "@/lib/services/account/sign-in";
import { formProblem, NO_DATABASE, shownAgain, textOf, throttled } from "../form-input";

export async function signInAction(_state: FormState, form: FormData): Promise<FormState> {
  const values = shownAgain(form, ["login"]);
  const fields: Record<string, string> = {};
  if (textOf(form, "login").trim() === "") fields.login = "Write your e-mail address or your user name.";
  if (textOf(form, "password") === "") fields.password = "Write your password.";
  if (Object.keys(fields).length > 0) return { status: "error", fields, values };
  const site = await siteAuth();
  if (!site) return formProblem(NO_DATABASE, values);
  const result = await signIn(site, {
    login: textOf(form, "login"),
    password: textOf(form, "password"),
    headers: new Headers(await headers()),
    now: Date.now(),
  });
  switch (result.status) {
    case "signed-in":
      redirect(ownPath(textOf(form, "next")));
      break;
    case "wrong":
      return formProblem("No account has this name and this password together.", values);
    case "blocked":
      return formProblem("This account is blocked. Ask a maintainer.", values);
    case "throttled":
      return formProblem(throttled("to sign in with this name", result.retryAt), values);
  }
}
