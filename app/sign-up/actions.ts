"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { ownPath } from "@/lib/auth/own-path";
import { siteAuth } from "@/lib/auth/site-auth";
import type { FormState } from "@/lib/domain/form-state";
import { signUp, signUpSchema } from "@/lib/services/account/sign-up";
import { fieldProblems, formProblem, NO_DATABASE, shownAgain, textOf, throttled } from "../form-input";

export async function signUpAction(_state: FormState, form: FormData): Promise<FormState> {
  const values = shownAgain(form, ["name", "username", "email"]);
  const parsed = signUpSchema.safeParse({ ...values, password: textOf(form, "password") });
  if (!parsed.success) return fieldProblems(parsed.error, values);
  const site = await siteAuth();
  if (!site) return formProblem(NO_DATABASE, values);
  const request = { headers: new Headers(await headers()), now: Date.now() };
  const result = await signUp(site, parsed.data, request);
  switch (result.status) {
    case "signed-up":
      redirect(ownPath(textOf(form, "next"), "/account"));
      break;
    case "closed":
      return formProblem("Accounts of this installation are made by its maintainers.", values);
    case "taken":
      return formProblem(
        "There is an account with this user name or this e-mail address. Sign in, or choose another.",
        values,
      );
    case "throttled":
      return formProblem(throttled("to make an account", result.retryAt), values);
  }
}
