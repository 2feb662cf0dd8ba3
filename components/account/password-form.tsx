"use client";

import { ActionForm, type FormAction } from "@/components/form/action-form";
import { Field } from "@/components/form/field";
import { fieldError } from "@/lib/domain/form-state";

export function PasswordForm({ action }: { action: FormAction }) {
  return (
    <ActionForm action={action} label="Change the password" submit="Change the password" quiet>
      {(state) => (
        <>
          <Field
            idPrefix="change-"
            name="current"
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            error={fieldError(state, "current")}
          />
          <Field
            idPrefix="change-"
            name="password"
            label="New password"
            type="password"
            autoComplete="new-password"
            required
            hint="10 characters or more. All your other sessions end."
            error={fieldError(state, "password")}
          />
        </>
      )}
    </ActionForm>
  );
}
