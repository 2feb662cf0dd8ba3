"use client";

import { ActionForm, type FormAction } from "@/components/form/action-form";
import { Field } from "@/components/form/field";
import { fieldError, fieldValue } from "@/lib/domain/form-state";

export function ProfileForm({ action, name }: { action: FormAction; name: string }) {
  return (
    <ActionForm action={action} label="Change the name" submit="Save the name" quiet>
      {(state) => (
        <Field
          idPrefix="profile-"
          name="name"
          label="Name"
          autoComplete="name"
          required
          hint="Shown beside what you submit."
          defaultValue={fieldValue(state, "name") ?? name}
          error={fieldError(state, "name")}
        />
      )}
    </ActionForm>
  );
}
