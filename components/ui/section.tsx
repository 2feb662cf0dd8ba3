import type { ReactNode } from "react";

type SectionProps = { id: string; title: string; note?: ReactNode; aside?: ReactNode; children: ReactNode };

/** A titled part of a page with an anchor. */
export function Section({ id, title, note, aside, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-10">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-line pt-3">
        <h2 id={`${id}-title`}>{title}</h2>
        {aside && <div className="text-small text-muted">{aside}</div>}
      </div>
      {note && <p className="mb-3 max-w-prose text-small text-muted">{note}</p>}
      {children}
    </section>
  );
}
