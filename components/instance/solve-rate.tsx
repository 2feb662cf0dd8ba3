import { fixed3 } from "@/components/ui/format";
import { flakeRate } from "@/lib/domain/instance-order";
import type { InstanceRow } from "@/lib/domain/instance-views";

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

/** Second runs of the same trees that ended otherwise, with their count; a dash where nothing was run twice. */
export function FlakeRate({ reruns }: Pick<InstanceRow["measures"], "reruns">) {
  const rate = flakeRate(reruns);
  if (rate === null) return <span title="No audit has run it a second time">—</span>;
  return (
    <>
      {fixed3(rate)}{" "}
      <span className="text-muted">
        {reruns.different}/{reruns.compared}
      </span>
    </>
  );
}
