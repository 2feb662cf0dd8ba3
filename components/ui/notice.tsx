import type { ReactNode } from "react";

/** Something the reader must know before the numbers: a stand-in, a pause, a withdrawal. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="note" className="mt-4 border-l-2 border-edge bg-sunken px-4 py-2 text-small">
      <strong className="font-semibold">{title}</strong> {children}
    </div>
  );
}
