import { fixed3 } from "@/components/ui/format";
import { intervalText, Whisker } from "@/components/ui/whisker";
import type { Estimate, ExperimentView } from "@/lib/domain/views";

/** Score = parseable × filehit × pass, each factor with its count and its interval. */
export function ScoreEquation({ view }: { view: ExperimentView }) {
  const { k, counts } = view;
  const missing = view.complete ? null : missingReason(view);
  return (
    <div className="mt-8 flex flex-wrap gap-x-6 gap-y-6">
      <Factor sign="" label="Score" estimate={view.score} detail={rankText(view)} missing={missing} strong />
      <Factor
        sign="="
        label={`parseable@${k}`}
        estimate={view.parseable.estimate}
        detail={`${counts.parseable} of ${counts.instances} instances`}
        missing={missing}
      />
      <Factor
        sign="×"
        label={`filehit@${k}`}
        estimate={view.fileHit.estimate}
        detail={`${counts.fileHit} of ${counts.instances} instances`}
        missing={missing}
      />
      <Factor
        sign="×"
        label={`pass@${k}`}
        estimate={view.passAt.at(-1) ?? null}
        detail={`${counts.solved} of ${counts.instances} instances`}
        missing={missing}
      />
    </div>
  );
}

type FactorProps = {
  sign: string;
  label: string;
  estimate: Estimate | null;
  detail: string;
  missing: string | null;
  strong?: boolean;
};

function Factor({ sign, label, estimate, detail, missing, strong }: FactorProps) {
  return (
    <div className="flex gap-4 max-sm:w-[calc(50%-0.75rem)]">
      <span aria-hidden="true" className="w-4 shrink-0 pt-5 text-large text-muted empty:hidden max-sm:hidden">
        {sign}
      </span>
      <div>
        <div className="text-small text-muted">{label}</div>
        <div className={`text-large ${strong ? "font-semibold" : ""}`}>
          {estimate ? fixed3(estimate.value) : <span title={missing ?? undefined}>—</span>}
        </div>
        <div className="text-small">{estimate ? detail : (missing ?? detail)}</div>
        {estimate && (
          <div className="mt-2 text-small text-muted">
            <Whisker estimate={estimate} />
            <span className="mt-1 block">{intervalText(estimate)}</span>
          </div>
        )}
      </div>
    </div>
  );
}

function rankText({ rank }: ExperimentView): string {
  if (!rank) return "not ranked";
  return `rank ${rank.rank} of ${rank.of}${rank.tieGroup ? `, tie group ${rank.tieGroup}` : ""}`;
}

function missingReason({ attempts, official }: ExperimentView): string {
  if (!official) return "a smoke test has none";
  return `${attempts.counted} of ${attempts.expected} attempts`;
}
