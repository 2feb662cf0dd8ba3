import type { Metadata } from "next";
import type { SearchParams } from "@/app/params";
import { DeskHead } from "@/components/maintain/desk-head";
import { MaintainedTable } from "@/components/maintain/maintained-table";
import { Pager, pageLinks } from "@/components/maintain/pager";
import { maintainHref, withParams } from "@/lib/domain/maintain-links";
import { LONG_FIX_LINES } from "@/lib/domain/oracle-similarity";
import { readMaintained } from "@/lib/services/maintain/experiments";
import { desk, numberParam } from "../desk";

export const metadata: Metadata = { title: "Experiments to maintain" };

/** Experiments with what speaks for and against their mark. */
export default async function MaintainedPage({ searchParams }: { searchParams: SearchParams }) {
  const { context, approvals } = await desk(maintainHref.experiments);
  const { entries, page, pages } = readMaintained(context, (await numberParam(searchParams, "page")) ?? 1);
  return (
    <>
      <DeskHead part="experiments" approvals={approvals} />
      <p className="mt-4 max-w-prose text-small text-muted">
        Near the fix: attempts whose patch makes the tree of the developers’ fix, or shares nine in ten of its
        changed lines; in brackets only instances whose fix has {LONG_FIX_LINES} lines or more. Short fixes
        are found again by chance. For maintainers only.
      </p>
      {entries.length === 0 ? (
        <p className="mt-6 text-small text-muted">There is no experiment yet.</p>
      ) : (
        <div className="mt-4">
          <MaintainedTable entries={entries} />
        </div>
      )}
      <Pager
        label="Pages"
        links={pageLinks(page, pages, (to) => withParams(maintainHref.experiments, { page: to }))}
      />
    </>
  );
}
