"use client";

import { ActionForm, type FormAction } from "@/components/form/action-form";
import { Field } from "@/components/form/field";
import { fieldError, fieldValue } from "@/lib/domain/form-state";

export function ResetForm({ action }: { action: FormAction }) {
  return (
    <ActionForm action={action} label="Set a new password" submit="Set the password and sign in">
      {(state) => (
        <>
          <Field
            name="login"
            label="E-mail address or user name"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            defaultValue={fieldValue(state, "login")}
            error={fieldError(state, "login")}
          />
          <Field
            name="oneTimePassword"
            label="One-time password"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint="Five groups of four, as a maintainer gave it to you."
            error={fieldError(state, "oneTimePassword")}
          />
          <Field
            name="password"
            label="New password"
            type="password"
            autoComplete="new-password"
            required
            hint="10 characters or more."
            error={fieldError(state, "password")}
          />
        </>
      )}
    </ActionForm>
  );
}
