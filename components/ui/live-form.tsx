"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, Fragment, type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { boardParams, parseBoardQuery } from "@/lib/domain/board";

/** How long typing must rest before it is searched for. */
const TYPING_MS = 180;

type LiveFormProps = { path: string; set: string; label: string; className?: string; children: ReactNode };

/**
 * A form whose answer is another address of the same page. With JavaScript each change goes there at once;
 * without it the button does. The fields are the server's: they are made anew when the address changes by
 * anything else than this form, such as the browser's back button.
 */
export function LiveForm({ path, set, label, className, children }: LiveFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const router = useRouter();
  const search = useSearchParams().toString();
  const asked = useRef(search);
  const [epoch, setEpoch] = useState(0);
  const [pending, startTransition] = useTransition();

  useEffect(() => {
    if (asked.current === search) return;
    asked.current = search;
    setEpoch((old) => old + 1);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const leave = (event: Event) => closePanels(form.current, event);
    const kinds = ["pointerdown", "keydown"] as const;
    for (const kind of kinds) document.addEventListener(kind, leave);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, leave);
    };
  }, []);

  const go = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const next = searchOf(form.current, set);
    if (next === asked.current) return;
    asked.current = next;
    startTransition(() => router.replace(`${path}?${next}`, { scroll: false }));
  };
  const change = (event: FormEvent) => {
    clearTimeout(timer.current);
    if (isTyped(event.target)) timer.current = setTimeout(go, TYPING_MS);
    else go();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go();
  };
  return (
    <form
      ref={form}
      action={path}
      method="get"
      aria-label={label}
      aria-busy={pending}
      className={className}
      onChange={change}
      onSubmit={submit}
    >
      <Fragment key={epoch}>{children}</Fragment>
    </form>
  );
}

/** Panels lie over the page: a click elsewhere and Escape close them. */
function closePanels(form: HTMLFormElement | null, event: Event): void {
  if (event instanceof KeyboardEvent && event.key !== "Escape") return;
  for (const panel of form?.querySelectorAll("details[open]") ?? []) {
    const inside = event.target instanceof Node && panel.contains(event.target);
    if (inside && !(event instanceof KeyboardEvent)) continue;
    panel.removeAttribute("open");
    if (inside) panel.querySelector("summary")?.focus();
  }
}

/** One query has one address, whatever fields it was made by. */
function searchOf(form: HTMLFormElement, set: string): string {
  const entries = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new URLSearchParams([["set", set], ...boardParams(parseBoardQuery(entries))]).toString();
}

function isTyped(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== "checkbox";
}
