import type { ReactNode } from "react";

type ScrollRegionProps = { label: string; className?: string; children: ReactNode };

/** Content that may be wider or longer than its place: named, and reachable by keyboard to scroll it. */
export function ScrollRegion({ label, className = "", children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard cannot scroll what is inside
    <section aria-label={label} tabIndex={0} className={`relative overflow-auto ${className}`}>
      {children}
    </section>
  );
}
