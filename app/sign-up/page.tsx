import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignUpForm } from "@/components/account/sign-up-form";
import { ownPath } from "@/lib/auth/own-path";
import { currentViewer } from "@/lib/auth/viewer";
import { readConfig } from "@/lib/config";
import { oneParam, type SearchParams } from "../params";
import { signUpAction } from "./actions";

export const metadata: Metadata = { title: "Make an account" };

export default async function SignUpPage({ searchParams }: { searchParams: SearchParams }) {
  const next = ownPath(await oneParam(searchParams, "next"), "/account");
  if (await currentViewer()) redirect(next);
  return (
    <div className="mx-auto max-w-[26rem]">
      <h1 className="text-large">Make an account</h1>
      {readConfig().accounts.signUp === "closed" ? (
        <p className="mt-4 text-muted">
          Accounts of this installation are made by its maintainers. Ask one of them for an account and a
          one-time password, and <a href="/reset-password">set your own password</a> with it.
        </p>
      ) : (
        <>
          <p className="mt-2 text-muted">An account submits predictions and follows what becomes of them.</p>
          <div className="mt-6">
            <SignUpForm action={signUpAction} next={next} />
          </div>
          <p className="mt-8 border-t border-line pt-4 text-small text-muted">
            You have an account? <a href="/sign-in">Sign in</a>.
          </p>
        </>
      )}
    </div>
  );
}
