"use client";

import { type ReactNode, useActionState, useEffect, useRef } from "react";
import { type FormState, IDLE } from "@/lib/domain/form-state";

export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

type ActionFormProps = {
  action: FormAction;
  label: string;
  submit: string;
  /** Read out after the button's text, where a page has several of one text. */
  submitDetail?: string;
  /** A quiet button: something that is not the purpose of the page. */
  quiet?: boolean;
  /** The fields: as they are, or made from what the last answer said. */
  children?: ReactNode | ((state: FormState) => ReactNode);
};

/**
 * A form that a server action answers, with and without scripts. After an answer the focus is on the first
 * wrong field, or on the message.
 */
export function ActionForm({
  action,
  label,
  submit,
  submitDetail,
  quiet = false,
  children,
}: ActionFormProps) {
  const [state, send, pending] = useActionState(action, IDLE);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state.status === "idle") return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-message]")?.focus();
  }, [state]);
  return (
    <form ref={form} action={send} aria-label={label} className="space-y-4" noValidate>
      {state.status !== "idle" && state.message && (
        <div
          role={state.status === "error" ? "alert" : "status"}
          data-message
          tabIndex={-1}
          className="border-l-2 border-edge bg-sunken px-4 py-2 text-small"
        >
          <p>{state.message}</p>
          {state.status === "done" && state.secret && (
            <code className="mt-1 block wrap-anywhere select-all">{state.secret}</code>
          )}
        </div>
      )}
      {typeof children === "function" ? children(state) : children}
      <button type="submit" disabled={pending} className={quiet ? "button" : "button button-main"}>
        {submit}
        {submitDetail && <span className="sr-only"> {submitDetail}</span>}
      </button>
    </form>
  );
}
