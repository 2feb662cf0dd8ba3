"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState, useTransition } from "react";
import { PageSkeleton } from "./page-skeleton";
import { softTarget } from "./soft-target";

/** How long a page may take before its skeleton is shown; most are there sooner. */
const PATIENCE_MS = 150;

/**
 * The main part of each page. Links are plain links everywhere, hundreds of them in a grid; this one
 * listener follows those of this site without loading the document anew, and shows a skeleton of the
 * coming page when it takes a while. `loading.tsx` would do that too, but streams every first answer:
 * then a missing page answers 200, and a reader without JavaScript sees the skeleton for ever.
 */
export function SoftNavigation({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [target, setTarget] = useState<string | null>(null);
  const slow = useSlow(pending);

  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const href = softTarget(event, window.location);
      if (href === null) return;
      event.preventDefault();
      setTarget(href);
      startTransition(() => router.push(href));
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [router]);

  return (
    <main
      id="content"
      tabIndex={-1}
      aria-busy={pending}
      className="mx-auto w-full max-w-page px-4 pt-6 pb-16 outline-none sm:px-6"
    >
      {slow && target ? <PageSkeleton path={target} /> : children}
    </main>
  );
}

/** True once `pending` has been true for longer than a moment. */
function useSlow(pending: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [pending]);
  return slow;
}
