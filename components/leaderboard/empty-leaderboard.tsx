import { Command, EmptyState } from "@/components/ui/empty-state";
import { counted } from "@/components/ui/format";
import { SET_NAMES } from "@/components/ui/sets";
import { instancesHref } from "@/lib/domain/links";
import type { SetTab } from "@/lib/domain/views";

/** A set that nobody has been measured on: what is missing, and how to change that. */
export function EmptyLeaderboard({ tab }: { tab: SetTab }) {
  if (tab.set === "sample") return <EmptySample />;
  const name = SET_NAMES[tab.set].toLowerCase();
  return (
    <EmptyState title={`No system has been measured on the ${name} set here.`}>
      {tab.instances === 0 ? (
        <p>
          The dataset of this installation has no {name} instance. Point BENCHMARK_DIR to a dataset folder.
        </p>
      ) : (
        <p>
          <a href={instancesHref(tab.set)}>{counted(tab.instances, "instance")}</a>, {tab.gated} of them
          gated: an instance counts once its hidden tests have been shown to fail on the base and to pass with
          the real fix. That takes the real Unity editor and a licence for it. On a machine that has both:
        </p>
      )}
      <Command>{`npx swe-game-bench prepare --instance-id <id>
npx swe-game-bench validate --instance-id <id>
npx swe-game-bench evaluate-predictions --predictions all_preds.jsonl --set ${tab.set}`}</Command>
      <p>
        The <a href="/?set=sample">sample set</a> runs anywhere, without Unity. Its numbers are not shown
        here.
      </p>
    </EmptyState>
  );
}

function EmptySample() {
  return (
    <EmptyState title="No system has been measured on the sample set yet.">
      <p>
        <code>npm start</code> queues the bundled predictions and a worker evaluates them; rows appear here as
        soon as they are queued. To queue them by hand:
      </p>
      <Command>npx swe-game-bench sample</Command>
    </EmptyState>
  );
}
