import type { Metadata } from "next";
import { DeskForm } from "@/components/maintain/desk-form";
import { DeskHead } from "@/components/maintain/desk-head";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { counted, moment } from "@/components/ui/format";
import { SET_NAMES } from "@/components/ui/sets";
import { maintainHref } from "@/lib/domain/maintain-links";
import type { ApprovalView } from "@/lib/domain/maintain-views";
import { systemText } from "@/lib/domain/system-text";
import { readApprovals } from "@/lib/services/maintain/approvals";
import { approveAction, rejectAction } from "../actions";
import { desk } from "../desk";

export const metadata: Metadata = { title: "Approvals" };

/** Submissions that wait for a maintainer; their patches are checked already. */
export default async function ApprovalsPage() {
  const { q, approvals: waiting } = await desk(maintainHref.approvals);
  const approvals = readApprovals(q);
  return (
    <>
      <DeskHead part="approvals" approvals={waiting} />
      {approvals.length === 0 && (
        <div className="mt-6">
          <EmptyState title="No submission waits.">
            <p>
              Submissions wait here when the installation asks for approval
              (SWE_GAME_BENCH_EVALUATION=approval).
            </p>
          </EmptyState>
        </div>
      )}
      {approvals.map((one) => (
        <Approval key={one.id} one={one} />
      ))}
    </>
  );
}

function Approval({ one }: { one: ApprovalView }) {
  const id = { kind: "hidden", name: "id", value: one.id } as const;
  const name = systemText(one.system);
  return (
    <section aria-label={name} className="mt-8 border-t border-line pt-3">
      <h2 className="wrap-anywhere">
        <a href={one.experimentHref}>{name}</a>
      </h2>
      <div className="mt-2 grid gap-x-16 gap-y-6 lg:grid-cols-2">
        <Facts
          facts={[
            { term: "Set", value: SET_NAMES[one.set] },
            { term: "Handed in", value: `${moment(one.submittedAt)} by ${one.by}` },
            { term: "File", value: `${one.fileName}, ${counted(one.rows, "row")}` },
            { term: "Patches", value: `${one.applied} of ${one.attempts} apply` },
          ]}
        />
        <div className="grid gap-6 sm:grid-cols-2">
          <DeskForm
            action={approveAction}
            label={`Approve ${name}`}
            submit="Approve"
            submitDetail={name}
            idPrefix={`approve-${one.id}-`}
            fields={[id, { kind: "line", name: "note", label: "Note for its submitter, if any" }]}
          />
          <DeskForm
            action={rejectAction}
            label={`Turn down ${name}`}
            submit="Turn down"
            submitDetail={name}
            quiet
            idPrefix={`reject-${one.id}-`}
            fields={[id, { kind: "line", name: "note", label: "Why; its submitter reads it" }]}
          />
        </div>
      </div>
    </section>
  );
}
