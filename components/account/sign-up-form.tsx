"use client";

import { ActionForm, type FormAction } from "@/components/form/action-form";
import { Field } from "@/components/form/field";
import { fieldError, fieldValue } from "@/lib/domain/form-state";

export function SignUpForm({ action, next }: { action: FormAction; next: string }) {
  return (
    <ActionForm action={action} label="Make an account" submit="Make the account">
      {(state) => (
        <>
          <input type="hidden" name="next" value={next} />
          <Field
            name="name"
            label="Name"
            autoComplete="name"
            required
            hint="Shown beside what you submit."
            defaultValue={fieldValue(state, "name")}
            error={fieldError(state, "name")}
          />
          <Field
            name="username"
            label="User name"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint="3 to 30 letters, digits, and . _ - between them."
            defaultValue={fieldValue(state, "username")}
            error={fieldError(state, "username")}
          />
          <Field
            name="email"
            label="E-mail address"
            type="email"
            autoComplete="email"
            required
            hint="For signing in and for maintainers to reach you. Not shown to others."
            defaultValue={fieldValue(state, "email")}
            error={fieldError(state, "email")}
          />
          <Field
            name="password"
            label="Password"
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
