import type { Metadata } from "next";
import type { SearchParams } from "@/app/params";
import { AccountRow } from "@/components/maintain/account-row";
import { DeskHead } from "@/components/maintain/desk-head";
import { Pager, pageLinks } from "@/components/maintain/pager";
import { counted } from "@/components/ui/format";
import { maintainHref, withParams } from "@/lib/domain/maintain-links";
import { readAccounts } from "@/lib/services/maintain/accounts";
import { blockAction, resetPasswordAction, roleAction } from "../actions";
import { desk, numberParam, textParam } from "../desk";

export const metadata: Metadata = { title: "Accounts" };

/** Accounts with their roles; passwords are replaced here, never shown. */
export default async function AccountsPage({ searchParams }: { searchParams: SearchParams }) {
  const { q, viewer, approvals } = await desk(maintainHref.accounts);
  const search = await textParam(searchParams, "q");
  const page = (await numberParam(searchParams, "page")) ?? 1;
  const view = readAccounts(q, { page, ...(search ? { search } : {}) });
  return (
    <>
      <DeskHead part="accounts" approvals={approvals} />
      <search>
        <form action={maintainHref.accounts} aria-label="Find accounts" className="mt-6 flex items-end gap-4">
          <div className="max-w-80 grow">
            <label htmlFor="q" className="block font-medium">
              Name, user name or e-mail address
            </label>
            <input id="q" name="q" defaultValue={search ?? ""} autoComplete="off" className="field mt-1" />
          </div>
          <button type="submit" className="button">
            Find
          </button>
        </form>
      </search>
      <p className="mt-4 text-small text-muted">{counted(view.total, "account")}, maintainers first.</p>
      <ul className="mt-2">
        {view.accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            own={account.id === viewer.id}
            setRole={roleAction}
            setBlock={blockAction}
            resetPassword={resetPasswordAction}
          />
        ))}
      </ul>
      <Pager
        label="Pages"
        links={pageLinks(view.page, view.pages, (to) =>
          withParams(maintainHref.accounts, { q: search, page: to }),
        ).map((link) => ({ ...link, text: link.text === "Newer" ? "Before" : "After" }))}
      />
    </>
  );
}
