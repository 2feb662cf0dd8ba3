import { BadgeCheck } from "lucide-react";

/** Says that a maintainer vouches for the numbers; opens what that rests on. */
export function VerifiedMark({ href }: { href: string }) {
  return (
    <a
      href={`${href}#verification`}
      title="Verified: open the evidence"
      className="inline-flex size-6 items-center justify-center align-middle"
    >
      <BadgeCheck size={18} aria-hidden="true" />
      <span className="sr-only">Verified: open the evidence</span>
    </a>
  );
}
