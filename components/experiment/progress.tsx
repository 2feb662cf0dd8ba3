import { RefreshWithoutScript } from "@/components/layout/refresh-without-script";
import { counted, duration, moment } from "@/components/ui/format";
import type { ProgressView } from "@/lib/domain/views";

/** What is still under way, since when, and for how long by the pace so far. */
export function Progress({ progress }: { progress: ProgressView }) {
  const { done, expected, evaluationsLeft, since, secondsLeft } = progress;
  return (
    <div className="mt-6 border border-line p-4">
      <p className="mb-2 text-small">
        <strong className="font-semibold">
          {done} of {counted(expected, "attempt")} settled.
        </strong>{" "}
        {evaluationsLeft > 0
          ? `${counted(evaluationsLeft, "evaluation")} to go since ${moment(since)}${
              secondsLeft === null ? "" : `, about ${duration(secondsLeft * 1000)} at the pace so far`
            }.`
          : `Patches are being checked since ${moment(since)}.`}{" "}
        The grid below fills in by itself.
      </p>
      <progress className="progress" value={done} max={expected} aria-label="Attempts settled" />
      <RefreshWithoutScript />
    </div>
  );
}
