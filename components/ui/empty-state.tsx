import type { ReactNode } from "react";

/** What stands where nothing is yet: why, and what to do. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border border-line px-6 py-8">
      <h2>{title}</h2>
      <div className="mt-2 max-w-prose space-y-3 text-muted">{children}</div>
    </div>
  );
}

/** A command to type, on a line of its own. */
export function Command({ children }: { children: string }) {
  return (
    <pre className="bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere text-ink">
      <code>{children}</code>
    </pre>
  );
}
