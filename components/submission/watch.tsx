import { RefreshWithoutScript } from "@/components/layout/refresh-without-script";
import { counted, roughly } from "@/components/ui/format";
import type { SubmissionProgress } from "@/lib/domain/submission-view";

/** Where it is in the queue, what has an outcome, and how long it may still take. */
export function Watch({ progress }: { progress: SubmissionProgress }) {
  const { attempts } = progress;
  return (
    <div className="mt-6 border border-line p-4">
      <p className="mb-2 text-small" role="status">
        <strong className="font-semibold">
          {attempts.done} of {counted(attempts.total, "attempt")} settled.
        </strong>{" "}
        {watchText(progress)}
      </p>
      <progress
        className="progress"
        value={attempts.done}
        max={attempts.total}
        aria-label="Attempts settled"
      />
      <RefreshWithoutScript />
    </div>
  );
}

/** "12 jobs of others come first. 34 runs to go, about 12 min." */
function watchText({ attempts, runs, jobsBefore, secondsLeft }: SubmissionProgress): string {
  const parts: string[] = [];
  if (jobsBefore !== null && jobsBefore > 0 && runs.running === 0) {
    parts.push(`${counted(jobsBefore, "job")} of others ${jobsBefore === 1 ? "comes" : "come"} first.`);
  }
  if (attempts.unchecked > 0) parts.push(`${counted(attempts.unchecked, "patch", "patches")} to check.`);
  const left = runs.total - runs.settled;
  if (left > 0) {
    const now =
      runs.running > 0
        ? `${runs.running} running, ${left - runs.running} more to go`
        : `${counted(left, "run")} to go`;
    const time =
      secondsLeft === null
        ? "; how long it takes is known once runs of these instances have been timed."
        : `, ${roughly(secondsLeft)} by the median run of each instance.`;
    parts.push(`${now}${time}`);
  } else if (attempts.unchecked === 0) parts.push("Its runs are being planned.");
  return parts.join(" ");
}
