import { BadgeCheck } from "lucide-react";

/** Says that an audit ran the same predictions again; opens its evidence. */
export function VerifiedMark({ href }: { href: string }) {
  return (
    <a
      href={`${href}#verification`}
      title="Verified by an audit: open the evidence"
      className="inline-flex size-6 items-center justify-center align-middle"
    >
      <BadgeCheck size={18} aria-hidden="true" />
      <span className="sr-only">Verified: open the evidence</span>
    </a>
  );
}
