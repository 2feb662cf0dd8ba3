"use client";

import { ActionForm, type FormAction } from "@/components/form/action-form";
import { Field } from "@/components/form/field";
import { fieldError } from "@/lib/domain/form-state";
import type { SubmissionActions } from "@/lib/domain/submission-view";

type ManageFormsProps = { id: string; may: SubmissionActions; action: FormAction };

const BUTTONS = [
  {
    name: "rerun",
    label: "Run again what is left",
    says: "Attempts that our machinery failed, or that a cancel left. It costs nothing of your quota after a failure of ours.",
  },
  { name: "cancel", label: "Cancel", says: "Stops what is queued or runs. It can be taken up again." },
  { name: "hide", label: "Hide", says: "Takes it off every list; only you and maintainers see it." },
  { name: "show", label: "Show", says: "Puts it back on the lists for everybody." },
] as const;

/** What may be done with a submission now; each is a form of its own that works without scripts too. */
export function ManageForms({ id, may, action }: ManageFormsProps) {
  return (
    <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      {BUTTONS.filter(({ name }) => may[name]).map(({ name, label, says }) => (
        <div key={name}>
          <ActionForm action={action} label={label} submit={label} quiet={name !== "rerun"}>
            <Hidden id={id} what={name} />
            <p className="text-small text-muted">{says}</p>
          </ActionForm>
        </div>
      ))}
      {may.withdraw && (
        <details className="sm:col-span-2">
          <summary>Withdraw it for good</summary>
          <div className="mt-3 max-w-prose">
            <ActionForm action={action} label="Withdraw" submit="Withdraw" quiet>
              {(state) => (
                <>
                  <Hidden id={id} what="withdraw" />
                  <p className="text-small text-muted">
                    It leaves the leaderboard, and a correction tells everybody so. Its address stays. You
                    cannot undo it.
                  </p>
                  <Field
                    name="reason"
                    label="Reason"
                    hint="Shown to everybody; 10 characters at least."
                    required
                    minLength={10}
                    error={fieldError(state, "reason")}
                    maxLength={500}
                  />
                </>
              )}
            </ActionForm>
          </div>
        </details>
      )}
    </div>
  );
}

/** Takes a dry run or a refused file back. */
export function DiscardForm({ id, action, label }: { id: string; action: FormAction; label: string }) {
  return (
    <ActionForm action={action} label={label} submit={label} quiet>
      <Hidden id={id} what="discard" />
    </ActionForm>
  );
}

function Hidden({ id, what }: { id: string; what: string }) {
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="what" value={what} />
    </>
  );
}
