import type { ReactNode } from "react";

export type Fact = { term: string; value: ReactNode };

/** Names and values, side by side. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-2 text-small sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(({ term, value }) => (
        <div key={term} className="contents">
          <dt className="text-muted max-sm:mt-1">{term}</dt>
          <dd className="min-w-0 wrap-anywhere max-sm:-mt-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A hash in the mono face: short for the eye, whole in the title and for copying. */
export function Hash({ value }: { value: string }) {
  return <code className="wrap-anywhere">{value}</code>;
}
