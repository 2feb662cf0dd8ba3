import type { FormAction } from "@/components/form/action-form";
import { moment } from "@/components/ui/format";
import { agreementText, MIN_REASON } from "@/lib/domain/audit";
import type { ExperimentDesk } from "@/lib/domain/maintain-views";
import { DeskForm } from "./desk-form";

type MarkFormsProps = { view: ExperimentDesk; verify: FormAction; unverify: FormAction };

/** Gives the mark or takes it back, with what it rests on. */
export function MarkForms({ view, verify, unverify }: MarkFormsProps) {
  const id = { kind: "hidden", name: "experimentId", value: view.id } as const;
  if (view.verified)
    return (
      <div className="max-w-prose">
        <p className="mb-4 text-small">{markText(view)}</p>
        <DeskForm
          action={unverify}
          label="Take the mark back"
          submit="Take the mark back"
          quiet
          fields={[
            id,
            {
              kind: "text",
              name: "reason",
              label: "Why",
              hint: `Published. At least ${MIN_REASON} characters.`,
            },
          ]}
        />
      </div>
    );
  const complete = view.audits.filter((audit) => audit.state === "complete" && !audit.outdated);
  return (
    <div className="max-w-prose">
      <DeskForm
        action={verify}
        label="Mark verified"
        submit="Mark verified"
        fields={[
          id,
          {
            kind: "choice",
            name: "auditId",
            label: "It rests on",
            value: complete[0]?.id ?? "",
            options: [
              ...complete.map((audit) => ({
                value: audit.id,
                label: `the audit of ${moment(audit.createdAt)}: ${agreementText(audit.agreement)}`,
              })),
              { value: "", label: "the reason below, without an audit" },
            ],
          },
          {
            kind: "text",
            name: "reason",
            label: "Reason",
            hint: `Published beside the mark. Needed unless an audit agrees in full; at least ${MIN_REASON} characters.`,
          },
        ]}
      />
    </div>
  );
}

function markText({ verifiedAt, verifiedBy, verifiedNote, evidence }: ExperimentDesk): string {
  const by = verifiedBy ?? "a maintainer";
  const when = verifiedAt === null ? "" : ` on ${moment(verifiedAt)}`;
  const audit = evidence?.audit
    ? `A second run agreed in ${agreementText(evidence.audit)}.`
    : "Without an audit.";
  return `By ${by}${when}. ${audit} ${verifiedNote ?? ""}`.trim();
}
