import { counted, fixed3 } from "@/components/ui/format";
import { intervalText, Whisker } from "@/components/ui/whisker";
import type { Estimate, ExperimentView } from "@/lib/domain/views";

/** Score = parseable × filehit × pass, each factor with its count and its interval. */
export function ScoreEquation({ view }: { view: ExperimentView }) {
  const { k, counts } = view;
  const missing = view.complete ? null : missingReason(view);
  return (
    <div className="mt-8 flex flex-wrap gap-x-6 gap-y-6">
      <Factor sign="" label="Score" estimate={view.score} detail={missing ?? rankText(view)} strong />
      <Factor
        sign="="
        label={`parseable@${k}`}
        estimate={view.parseable.estimate}
        detail={instancesText(counts.parseable, view)}
      />
      <Factor
        sign="×"
        label={`filehit@${k}`}
        estimate={view.fileHit.estimate}
        detail={instancesText(counts.fileHit, view)}
      />
      <Factor
        sign="×"
        label={`pass@${k}`}
        estimate={view.passAt.at(-1) ?? null}
        detail={instancesText(counts.solved, view)}
      />
    </div>
  );
}

type FactorProps = {
  sign: string;
  label: string;
  estimate: Estimate | null;
  detail: string;
  strong?: boolean;
};

function Factor({ sign, label, estimate, detail, strong }: FactorProps) {
  return (
    <div className="flex gap-4 max-sm:w-[calc(50%-0.75rem)]">
      <span aria-hidden="true" className="w-4 shrink-0 pt-5 text-large text-muted empty:hidden max-sm:hidden">
        {sign}
      </span>
      <div>
        <div className="text-small text-muted">{label}</div>
        <div className={`text-large ${strong ? "font-semibold" : ""}`}>{fixed3(estimate?.value ?? null)}</div>
        <div className="text-small">{detail}</div>
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

/** "6 of 8 instances", with "so far" while attempts are missing. */
function instancesText(count: number, { counts, complete }: ExperimentView): string {
  return `${count} of ${counted(counts.instances, "instance")}${complete ? "" : " so far"}`;
}

function rankText({ rank }: ExperimentView): string {
  if (!rank) return "not ranked";
  return `rank ${rank.rank} of ${rank.of}${rank.tieGroup && rank.of > 1 ? `, tie group ${rank.tieGroup}` : ""}`;
}

function missingReason({ attempts, official }: ExperimentView): string {
  if (!official) return "a smoke test has none";
  return `${attempts.counted} of ${attempts.expected} attempts`;
}
