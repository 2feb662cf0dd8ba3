import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { siteAuth } from "@/lib/auth/site-auth";
import { requireViewer } from "@/lib/auth/viewer";
import { readOwnAccount } from "@/lib/services/account/own-account";
import { KeysSection } from "./sections/keys";
import { ProfileSection } from "./sections/profile";
import { PasswordSection, SessionsSection } from "./sections/security";

export const metadata: Metadata = { title: "Account" };

/** Everything about the viewer's own account; each part is a section of its own in `sections/`. */
export default async function AccountPage() {
  const viewer = await requireViewer("/account");
  const site = await siteAuth();
  const now = Date.now();
  const account = site && readOwnAccount(site.database, viewer.id, now);
  if (!account) notFound();
  return (
    <>
      <h1 className="text-large wrap-anywhere">{viewer.name}</h1>
      <p className="mt-2">
        <a href="/submissions">Your submissions</a>, and a form to <a href="/submit">submit predictions</a>.
      </p>
      <ProfileSection viewer={viewer} createdAt={account.createdAt} />
      <KeysSection keys={account.keys} now={now} />
      <PasswordSection hasPassword={account.hasPassword} />
      <SessionsSection sessions={account.sessions} />
    </>
  );
}
