import type { Metadata } from "next";
import type { SearchParams } from "@/app/params";
import { DeskHead } from "@/components/maintain/desk-head";
import { FlaggedAttempts } from "@/components/maintain/flagged";
import { Pager } from "@/components/maintain/pager";
import { LinkTabs } from "@/components/ui/link-tabs";
import { maintainHref, withParams } from "@/lib/domain/maintain-links";
import { readFlags } from "@/lib/services/maintain/flags";
import { desk, numberParam, textParam } from "../desk";

export const metadata: Metadata = { title: "Flags" };

/** Attempts that integrity rules have flagged, with the lines that raised them. */
export default async function FlagsPage({ searchParams }: { searchParams: SearchParams }) {
  const { q, approvals } = await desk(maintainHref.flags);
  const rule = await textParam(searchParams, "rule");
  const experiment = await textParam(searchParams, "experiment");
  const before = await numberParam(searchParams, "before");
  const view = readFlags(q, {
    ...(rule ? { rule } : {}),
    ...(experiment ? { experimentId: experiment } : {}),
    ...(before ? { before } : {}),
  });
  const hrefOf = (change: { rule?: string | undefined; before?: number }) =>
    withParams(maintainHref.flags, { experiment, rule, ...change });
  const total = { href: hrefOf({ rule: "" }), label: "All rules", count: "", current: rule === undefined };
  return (
    <>
      <DeskHead part="flags" approvals={approvals} />
      <p className="mt-4 max-w-prose text-small text-muted">
        A flag is a reason to look, not a verdict: flagged patches are run like any other.{" "}
        {experiment ? (
          <>
            Only experiment <a href={maintainHref.experiment(experiment)}>{experiment}</a>;{" "}
            <a href={maintainHref.flags}>show all</a>.
          </>
        ) : (
          "Here are those of every submission that is current."
        )}
      </p>
      <div className="mt-4">
        <LinkTabs
          label="Rules"
          tabs={[
            total,
            ...view.rules.map((one) => ({
              href: hrefOf({ rule: one.rule }),
              label: one.rule,
              count: String(one.count),
              current: one.rule === rule,
            })),
          ]}
        />
      </div>
      <FlaggedAttempts entries={view.entries} />
      <Pager
        label="Pages"
        links={view.before === null ? [] : [{ href: hrefOf({ before: view.before }), text: "Older" }]}
      />
    </>
  );
}
