import type { ComponentProps, ReactNode } from "react";

type FieldProps = Omit<ComponentProps<"input">, "id" | "name"> & {
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Keeps ids apart where a page has several forms, or a section of the same id. */
  idPrefix?: string;
};

/** A labelled line of input; its hint, or in its place what is wrong, is read out with it. */
export function Field({ name, label, hint, error, idPrefix = "", ...input }: FieldProps) {
  const id = `${idPrefix}${name}`;
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div>
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        className="field mt-1"
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-small font-medium">
          <span aria-hidden="true">▲ </span>
          {error}
        </p>
      )}
      {hint && !error && (
        <p id={`${id}-hint`} className="mt-1 text-small text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
