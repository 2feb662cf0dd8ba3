"use client";

import { ActionForm, type FormAction } from "@/components/form/action-form";
import { Field } from "@/components/form/field";
import { fieldError, fieldValue } from "@/lib/domain/form-state";

export function SignInForm({ action, next }: { action: FormAction; next: string }) {
  return (
    <ActionForm action={action} label="Sign in" submit="Sign in">
      {(state) => (
        <>
          <input type="hidden" name="next" value={next} />
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
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            error={fieldError(state, "password")}
          />
        </>
      )}
    </ActionForm>
  );
}
