"use client";

import { ActionForm, type FormAction } from "@/components/form/action-form";
import { Field } from "@/components/form/field";
import { fieldError, fieldValue } from "@/lib/domain/form-state";

/** What is told about a submission, and the button that submits it. */
export function ConfirmForm({ id, action, note }: { id: string; action: FormAction; note: string }) {
  return (
    <ActionForm action={action} label="Submit this dry run" submit="Submit for evaluation">
      {(state) => {
        const field = (name: string) => ({
          name,
          error: fieldError(state, name),
          defaultValue: fieldValue(state, name),
        });
        return (
          <>
            <input type="hidden" name="id" value={id} />
            <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
              <Field
                {...field("organisation")}
                label="Organisation"
                hint="Optional, shown with the system."
                maxLength={120}
              />
              <Field
                {...field("link")}
                label="Link"
                type="url"
                hint="Optional: a paper or a repository."
                maxLength={500}
              />
            </div>
            <div>
              <label htmlFor="description" className="block font-medium">
                Description
              </label>
              <textarea
                id="description"
                name="description"
                rows={3}
                maxLength={2000}
                defaultValue={fieldValue(state, "description")}
                aria-describedby="description-hint"
                className="field mt-1"
              />
              <p id="description-hint" className="mt-1 text-small text-muted">
                Optional: how the patches were made, and what should be known about them.
              </p>
            </div>
            <Field
              {...field("logs_url")}
              label="Trajectories or logs"
              type="url"
              hint="Optional: a link for readers. It is never opened by this site."
              maxLength={500}
            />
            <div className="space-y-1">
              <label className="flex items-baseline gap-2">
                <input type="checkbox" name="open_source" value="yes" />
                The system’s source code is open
              </label>
              <label className="flex items-baseline gap-2">
                <input type="checkbox" name="hidden" value="yes" />
                <span>
                  Keep it hidden for now
                  <span className="block text-small text-muted">
                    Only you and maintainers see it; you can show it later.
                  </span>
                </span>
              </label>
            </div>
            <p className="text-small text-muted">{note}</p>
          </>
        );
      }}
    </ActionForm>
  );
}
