import { Notice } from "@/components/ui/notice";
import { StandinNotice } from "@/components/ui/standin-notice";
import type { ExperimentView } from "@/lib/domain/views";

/** What must be known before the numbers. */
export function ExperimentNotices({ view }: { view: ExperimentView }) {
  const latest = view.history.find((entry) => entry.current);
  return (
    <>
      {view.standin && <StandinNotice />}
      {!view.official && (
        <Notice title="A smoke test.">
          It covers only some instances or attempts, so it has no Score and no place on the leaderboard.
        </Notice>
      )}
      {!view.current && (
        <Notice title="An earlier submission.">
          This system has handed in newer predictions.{" "}
          {latest && <a href={latest.href}>Open the one on the leaderboard</a>}
        </Notice>
      )}
      {view.state === "cancelled" && (
        <Notice title="Cancelled.">
          It was stopped before all attempts were settled; nothing runs any more.
        </Notice>
      )}
      {view.state === "incomplete" && (
        <Notice title="Incomplete.">
          {view.attempts.infra} attempts ended in a failure of our machinery, which is never counted against a
          system. There is no Score until they have been run again: hand in the same file once more.
        </Notice>
      )}
    </>
  );
}
