import { fixed3 } from "@/components/ui/format";
import type { InstanceRow } from "@/lib/domain/views";

/** Passed attempts of all systems, as a rate with its count. */
export function SolveRate({ attempts: { counted, passed } }: Pick<InstanceRow, "attempts">) {
  if (counted === 0) return <span title="No attempt has been evaluated">—</span>;
  return (
    <>
      {fixed3(passed / counted)}{" "}
      <span className="text-muted">
        {passed}/{counted}
      </span>
    </>
  );
}
