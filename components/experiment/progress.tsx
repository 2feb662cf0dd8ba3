import { RefreshWithoutScript } from "@/components/layout/refresh-without-script";
import { counted, duration } from "@/components/ui/format";
import type { ProgressView } from "@/lib/domain/views";

/** What is still under way, and for how long by the pace so far. */
export function Progress({ progress }: { progress: ProgressView }) {
  const { done, expected } = progress;
  return (
    <div className="mt-6 border border-line p-4">
      <p className="mb-2 text-small">
        <strong className="font-semibold">
          {done} of {counted(expected, "attempt")} settled.
        </strong>{" "}
        {progressText(progress)} The grid below fills in by itself.
      </p>
      <progress className="progress" value={done} max={expected} aria-label="Attempts settled" />
      <RefreshWithoutScript />
    </div>
  );
}

/** "2 evaluations running, 42 to go, about 1 min 30 s at this pace." */
export function progressText(progress: ProgressView): string {
  const { unchecked, running, evaluationsLeft, jobsBefore, secondsLeft } = progress;
  const queue = jobsBefore
    ? ` ${counted(jobsBefore, "job")} of others ${jobsBefore === 1 ? "comes" : "come"} first.`
    : "";
  if (unchecked > 0) return `${counted(unchecked, "patch", "patches")} to check.${queue}`;
  if (running === 0) return `${counted(evaluationsLeft, "evaluation")} to go.${queue}`;
  const time = secondsLeft === null ? "" : `, about ${duration(secondsLeft * 1000)} at this pace`;
  return `${counted(running, "evaluation")} running, ${evaluationsLeft - running} more to go${time}.`;
}
