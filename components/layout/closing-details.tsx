"use client";

import { type ReactNode, useEffect, useRef } from "react";

type ClosingDetailsProps = { summary: ReactNode; className: string; children: ReactNode };

/** A disclosure that closes by Escape, by a click beside it, and once one of its links was followed. */
export function ClosingDetails({ summary, className, children }: ClosingDetailsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = details;
      if (!current?.open) return;
      const target = event.target instanceof Element ? event.target : null;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        current.open = false;
        current.querySelector("summary")?.focus();
      } else if (target?.closest("a") || !target || !current.contains(target)) current.open = false;
    };
    document.addEventListener("click", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details ref={details} className={className}>
      <summary className="flex list-none items-center gap-1.5 py-1 hover:text-accent [&::-webkit-details-marker]:hidden">
        {summary}
      </summary>
      {children}
    </details>
  );
}
