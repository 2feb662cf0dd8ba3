import { VerifiedMark } from "@/components/leaderboard/verified-mark";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { SET_NAMES } from "@/components/ui/sets";
import { experimentHref, leaderboardHref } from "@/lib/domain/links";
import { systemText } from "@/lib/domain/system-text";
import type { ExperimentView } from "@/lib/domain/views";

/** Which system on which set. */
export function ExperimentHead({ view }: { view: ExperimentView }) {
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: SET_NAMES[view.set], href: leaderboardHref(view.set) },
          { label: systemText(view) },
        ]}
      />
      <h1 className="mt-1 text-large wrap-anywhere">
        {view.agent} {view.verified && <VerifiedMark href={experimentHref(view.id)} />}
        <span className="block text-base font-normal text-muted">
          <span className="font-mono">{view.model}</span>
          {view.temperature === null ? ", no temperature given" : `, temperature ${view.temperature}`}
        </span>
      </h1>
    </>
  );
}
