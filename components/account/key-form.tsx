"use client";

import { ActionForm, type FormAction } from "@/components/form/action-form";
import { Field } from "@/components/form/field";
import { fieldError, fieldValue } from "@/lib/domain/form-state";

/** How long a key may work, in days; "" is until it is revoked. */
export const KEY_DAYS = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "a year" },
  { value: "", label: "until it is revoked" },
] as const;

export function KeyForm({ action }: { action: FormAction }) {
  return (
    <ActionForm action={action} label="Make an API key" submit="Make a key">
      {(state) => (
        <>
          <Field
            name="keyName"
            label="Name of the key"
            autoComplete="off"
            required
            maxLength={60}
            hint="Where it will be used: “lab server”."
            defaultValue={fieldValue(state, "keyName")}
            error={fieldError(state, "keyName")}
          />
          <div>
            <label htmlFor="days" className="block font-medium">
              It works for
            </label>
            <select id="days" name="days" defaultValue="90" className="field mt-1">
              {KEY_DAYS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        </>
      )}
    </ActionForm>
  );
}
