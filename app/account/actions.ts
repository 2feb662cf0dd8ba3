"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import * as z from "zod";
import { nameField, newPasswordField } from "@/lib/auth/account-rules";
import { type SiteAuth, siteAuth } from "@/lib/auth/site-auth";
import { requireViewer, type Viewer } from "@/lib/auth/viewer";
import type { FormState } from "@/lib/domain/form-state";
import { createApiKey, revokeApiKey } from "@/lib/services/account/api-keys";
import { changePassword, rename, signOutEverywhere } from "@/lib/services/account/own-account";
import { fieldProblems, formProblem, shownAgain, textOf, throttled } from "../form-input";

const PAGE = "/account";

/** Whoever is signed in; an account is only ever changed by its owner. */
async function ownerAndSite(): Promise<{ viewer: Viewer; site: SiteAuth }> {
  const viewer = await requireViewer(PAGE);
  const site = await siteAuth();
  if (!site) redirect("/sign-in");
  return { viewer, site };
}

export async function renameAction(_state: FormState, form: FormData): Promise<FormState> {
  const { viewer, site } = await ownerAndSite();
  const values = shownAgain(form, ["name"]);
  const parsed = z.object({ name: nameField }).safeParse(values);
  if (!parsed.success) return fieldProblems(parsed.error, values);
  rename(site.database, viewer.id, parsed.data.name, Date.now());
  revalidatePath(PAGE);
  return { status: "done", message: "The name is saved." };
}

const keySchema = z.object({
  keyName: nameField.max(60, "At most 60 characters."),
  days: z.enum(["30", "90", "365", ""]).transform((days) => (days === "" ? null : Number(days))),
});

export async function createKeyAction(_state: FormState, form: FormData): Promise<FormState> {
  const { viewer, site } = await ownerAndSite();
  const values = shownAgain(form, ["keyName"]);
  const parsed = keySchema.safeParse({ ...values, days: textOf(form, "days") });
  if (!parsed.success) return fieldProblems(parsed.error, values);
  const { keyName: name, days } = parsed.data;
  const result = createApiKey(site.database, { userId: viewer.id, name, days, now: Date.now() });
  if (result.status === "too-many")
    return formProblem(`${result.most} keys work already. Revoke one that you do not need.`, values);
  revalidatePath(PAGE);
  return {
    status: "done",
    message: "The key is made. Copy it now: it is shown this once and kept nowhere.",
    secret: result.token,
  };
}

export async function revokeKeyAction(_state: FormState, form: FormData): Promise<FormState> {
  const { viewer, site } = await ownerAndSite();
  const keyId = textOf(form, "keyId");
  const revoked = revokeApiKey(site.database, { userId: viewer.id, keyId, now: Date.now() });
  revalidatePath(PAGE);
  return revoked
    ? { status: "done", message: "The key is revoked." }
    : formProblem("This key works no more.");
}

export async function changePasswordAction(_state: FormState, form: FormData): Promise<FormState> {
  const { viewer, site } = await ownerAndSite();
  const current = textOf(form, "current");
  if (current === "")
    return { status: "error", fields: { current: "Write your present password." }, values: {} };
  const parsed = z.object({ password: newPasswordField }).safeParse({ password: textOf(form, "password") });
  if (!parsed.success) return fieldProblems(parsed.error, {});
  const request = { headers: new Headers(await headers()), now: Date.now() };
  const change = { userId: viewer.id, current, next: parsed.data.password };
  const result = await changePassword(site, { ...change, ...request });
  if (result.status === "throttled") return formProblem(throttled("with a wrong password", result.retryAt));
  if (result.status === "wrong")
    return { status: "error", fields: { current: "This is not your present password." }, values: {} };
  revalidatePath(PAGE);
  return { status: "done", message: "The password is changed, and all other sessions have ended." };
}

export async function signOutEverywhereAction(_state: FormState, _form: FormData): Promise<FormState> {
  const { viewer, site } = await ownerAndSite();
  signOutEverywhere(site.database, viewer.id, Date.now());
  await site.auth.api.signOut({ headers: new Headers(await headers()) });
  redirect("/sign-in");
}

/** Ends this session. Signed out already is signed out. */
export async function signOutAction(): Promise<void> {
  const site = await siteAuth();
  await site?.auth.api.signOut({ headers: new Headers(await headers()) });
  redirect("/");
}
