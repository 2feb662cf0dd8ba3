import type { FormAction } from "@/components/form/action-form";
import { counted, day } from "@/components/ui/format";
import type { ManagedAccount } from "@/lib/domain/maintain-views";
import { visibleText } from "@/lib/domain/visible-text";
import { DeskForm } from "./desk-form";

type AccountRowProps = {
  account: ManagedAccount;
  /** The account of whoever looks: it cannot be blocked here. */
  own: boolean;
  setRole: FormAction;
  setBlock: FormAction;
  resetPassword: FormAction;
};

/** One account; what can be done to it is behind its own disclosure. */
export function AccountRow({ account, own, setRole, setBlock, resetPassword }: AccountRowProps) {
  const { id, role, banned } = account;
  const shown = account.username ?? account.email;
  const user = { kind: "hidden", name: "userId", value: id } as const;
  const other = role === "maintainer" ? "submitter" : "maintainer";
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0 wrap-anywhere">
        <span className="font-medium">{visibleText(account.name)}</span>
        {own && <span className="text-muted"> (you)</span>}
        <span className="block text-small text-muted">
          {account.username ? `${account.username}, ` : ""}
          {account.email}
        </span>
      </div>
      <div className="text-small">
        <p>
          {role}
          {banned && `, blocked${account.banReason ? `: ${visibleText(account.banReason)}` : ""}`}
          <span className="block text-muted">
            since {day(account.createdAt)}, {counted(account.submissions, "submission")},{" "}
            {counted(account.keys, "API key")}
          </span>
        </p>
        <details className="mt-1">
          <summary>
            Change<span className="sr-only"> {shown}</span>
          </summary>
          <div className="mt-3 mb-2 space-y-5">
            <DeskForm
              action={setRole}
              label={`Role of ${shown}`}
              submit={`Make a ${other}`}
              submitDetail={shown}
              quiet
              fields={[user, { kind: "hidden", name: "role", value: other }]}
            />
            <DeskForm
              action={resetPassword}
              label={`Password of ${shown}`}
              submit="Replace the password by a one-time password"
              submitDetail={shown}
              quiet
              fields={[user]}
            />
            {!own && (
              <DeskForm
                action={setBlock}
                label={`Block of ${shown}`}
                submit={banned ? "Let in again" : "Block"}
                submitDetail={shown}
                quiet
                idPrefix={`block-${id}-`}
                fields={[
                  user,
                  { kind: "hidden", name: "blocked", value: banned ? "no" : "yes" },
                  ...(banned
                    ? []
                    : ([{ kind: "line", name: "reason", label: "Why, for other maintainers" }] as const)),
                ]}
              />
            )}
          </div>
        </details>
      </div>
    </li>
  );
}
