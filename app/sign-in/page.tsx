import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/account/sign-in-form";
import { Notice } from "@/components/ui/notice";
import { ownPath } from "@/lib/auth/own-path";
import { currentViewer } from "@/lib/auth/viewer";
import { readConfig } from "@/lib/config";
import { oneParam, type SearchParams } from "../params";
import { signInAction } from "./actions";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const next = ownPath(await oneParam(searchParams, "next"));
  if (await currentViewer()) redirect(next);
  const error = await oneParam(searchParams, "error");
  const { signUp, github } = readConfig().accounts;
  const leadingBack = next === "/" ? "" : `?next=${encodeURIComponent(next)}`;
  return (
    <div className="mx-auto max-w-[26rem]">
      <h1 className="text-large">Sign in</h1>
      {error !== undefined && <Notice title="You are not signed in.">{githubProblem(error)}</Notice>}
      <div className="mt-6">
        <SignInForm action={signInAction} next={next} />
      </div>
      {github && (
        <p className="mt-4">
          <a href={`/api/auth/github${leadingBack}`} className="button inline-block no-underline">
            Sign in with GitHub
          </a>
        </p>
      )}
      <div className="mt-8 space-y-2 border-t border-line pt-4 text-small text-muted">
        {signUp === "open" ? (
          <p>
            No account yet? <a href={`/sign-up${leadingBack}`}>Make one</a>.
          </p>
        ) : (
          <p>Accounts of this installation are made by its maintainers. Ask one of them.</p>
        )}
        <p>
          Password forgotten? This site sends no e-mail: ask a maintainer for a one-time password, and{" "}
          <a href="/reset-password">set a new one</a> with it.
        </p>
      </div>
    </div>
  );
}

/** What came back from GitHub with a visitor, in words of ours: the address may hold anybody's text. */
function githubProblem(code: string): string {
  if (code === "signup_disabled")
    return "Accounts of this installation are made by its maintainers, and there is none for that GitHub account.";
  if (code === "account_not_linked")
    return "The e-mail address of that GitHub account belongs to an account with a password. Sign in with the password.";
  if (code === "access_denied") return "GitHub says that you did not agree.";
  return "GitHub did not confirm who you are. Try again.";
}
