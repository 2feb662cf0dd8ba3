import { LinkTabs } from "@/components/ui/link-tabs";
import { maintainHref } from "@/lib/domain/maintain-links";

const PARTS = [
  { part: "overview", label: "Queue and workers" },
  { part: "approvals", label: "Approvals" },
  { part: "flags", label: "Flags" },
  { part: "experiments", label: "Experiments" },
  { part: "events", label: "Events" },
  { part: "accounts", label: "Accounts" },
  { part: "corrections", label: "Corrections" },
] as const;

export type DeskPart = (typeof PARTS)[number]["part"];

/** The title of the console and its parts; a count stands where something waits for a maintainer. */
export function DeskHead({ part, approvals }: { part: DeskPart; approvals: number }) {
  return (
    <>
      <h1 className="mb-3 text-large">Maintaining</h1>
      <LinkTabs
        label="Parts of the console"
        tabs={PARTS.map((one) => ({
          href: maintainHref[one.part],
          label: one.label,
          count: one.part === "approvals" && approvals > 0 ? String(approvals) : "",
          current: one.part === part,
        }))}
      />
    </>
  );
}
