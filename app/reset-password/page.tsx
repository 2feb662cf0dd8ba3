import type { Metadata } from "next";
import { ResetForm } from "@/components/account/reset-form";
import { resetAction } from "./actions";

export const metadata: Metadata = { title: "Set a new password" };

export default function ResetPasswordPage() {
  return (
    <div className="mx-auto max-w-[26rem]">
      <h1 className="text-large">Set a new password</h1>
      <p className="mt-2 text-muted">
        This site sends no e-mail. A maintainer gives you a one-time password, which is good for a day and
        replaces your old one; with it you choose a password of your own.
      </p>
      <div className="mt-6">
        <ResetForm action={resetAction} />
      </div>
    </div>
  );
}
