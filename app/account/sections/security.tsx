import { browserText } from "@/components/account/browser-text";
import { PasswordForm } from "@/components/account/password-form";
import { ActionForm } from "@/components/form/action-form";
import { counted, moment } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import type { OwnAccount } from "@/lib/services/account/own-account";
import { changePasswordAction, signOutEverywhereAction } from "../actions";

export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  return (
    <Section id="password" title="Password">
      {hasPassword ? (
        <div className="max-w-[26rem]">
          <PasswordForm action={changePasswordAction} />
        </div>
      ) : (
        <p className="max-w-prose text-muted">
          This account signs in with GitHub. For a password of its own, ask a maintainer for a one-time
          password and <a href="/reset-password">set one</a> with it.
        </p>
      )}
    </Section>
  );
}

export function SessionsSection({ sessions }: { sessions: OwnAccount["sessions"] }) {
  return (
    <Section
      id="sessions"
      title="Sessions"
      note="Each sign-in is a session, which ends by itself after a week."
      aside={counted(sessions.length, "session")}
    >
      <ul className="border-t border-line text-small">
        {sessions.map((session) => (
          <li key={session.startedAt} className="border-b border-line py-2">
            {browserText(session.browser)}{" "}
            <span className="text-muted">since {moment(session.startedAt)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <ActionForm
          action={signOutEverywhereAction}
          label="End all sessions"
          submit="Sign out everywhere"
          quiet
        />
      </div>
    </Section>
  );
}
