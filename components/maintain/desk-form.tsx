"use client";

import { ActionForm, type FormAction } from "@/components/form/action-form";
import { Field } from "@/components/form/field";
import { type FormState, fieldError, fieldValue } from "@/lib/domain/form-state";

/** A field of a maintainers' form, as a page describes it. */
type DeskField =
  | { kind: "hidden"; name: string; value: string }
  | { kind: "line"; name: string; label: string; hint?: string; value?: string }
  | { kind: "text"; name: string; label: string; hint?: string; value?: string }
  | {
      kind: "choice";
      name: string;
      label: string;
      hint?: string;
      value?: string;
      options: readonly { value: string; label: string }[];
    };

type DeskFormProps = {
  action: FormAction;
  label: string;
  submit: string;
  submitDetail?: string;
  quiet?: boolean;
  fields: readonly DeskField[];
  /** Tells fields of one name apart where a page has several such forms. */
  idPrefix?: string;
};

/** A small form of the maintainers' console: what was typed stays after a mistake. */
export function DeskForm({ fields, idPrefix = "", ...form }: DeskFormProps) {
  return (
    <ActionForm {...form}>
      {(state) =>
        fields.map((field) => <OneField key={field.name} field={field} state={state} idPrefix={idPrefix} />)
      }
    </ActionForm>
  );
}

function OneField({ field, state, idPrefix }: { field: DeskField; state: FormState; idPrefix: string }) {
  if (field.kind === "hidden") return <input type="hidden" name={field.name} value={field.value} />;
  const value = fieldValue(state, field.name) ?? field.value;
  const error = fieldError(state, field.name);
  const { name, label, hint } = field;
  if (field.kind === "line")
    return (
      <Field
        name={name}
        label={label}
        hint={hint}
        error={error}
        idPrefix={idPrefix}
        defaultValue={value}
        autoComplete="off"
      />
    );
  const id = `${idPrefix}${name}`;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const same = {
    id,
    name,
    defaultValue: value,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
    className: "field mt-1",
  } as const;
  return (
    <div>
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      {field.kind === "text" ? (
        <textarea {...same} rows={3} />
      ) : (
        <select {...same}>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-small font-medium">
          <span aria-hidden="true">▲ </span>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-small text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
