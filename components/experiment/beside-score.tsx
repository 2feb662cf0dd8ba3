import { Facts } from "@/components/ui/facts";
import { counted, fixed3 } from "@/components/ui/format";
import { intervalText } from "@/components/ui/whisker";
import type { ExperimentView, Rate } from "@/lib/domain/views";

/** Metrics that are published beside the Score and are no part of it. */
export function BesideScore({ view }: { view: ExperimentView }) {
  return (
    <div className="mt-4 border-t border-line pt-3">
      <Facts
        facts={[
          { term: `pass^${view.k}, all attempts pass`, value: rateText(view.passAll) },
          { term: `filehit_any@${view.k}, at least one target`, value: rateText(view.fileHitAny) },
        ]}
      />
    </div>
  );
}

function rateText({ estimate, hits, of }: Rate): string {
  const interval = estimate ? `, ${intervalText(estimate)}` : "";
  return `${fixed3(estimate?.value ?? null)}, ${hits} of ${counted(of, "instance")}${interval}`;
}
