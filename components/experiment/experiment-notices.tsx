import { day } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { StandinNotice } from "@/components/ui/standin-notice";
import type { ExperimentView } from "@/lib/domain/views";
import { visibleText } from "@/lib/domain/visible-text";

/** Why only its submitter and maintainers see this page. */
function NotPublic({ view }: { view: ExperimentView }) {
  const { visibility, approval } = view.submission;
  if (view.state === "draft")
    return (
      <Notice title="A dry run.">
        Its patches are checked and nothing is evaluated. Only you and maintainers see it, until you submit
        it.
      </Notice>
    );
  if (approval === "waiting")
    return <Notice title="Waits for a maintainer.">It is evaluated and shown once one agrees.</Notice>;
  if (approval === "rejected")
    return (
      <Notice title="Not accepted.">A maintainer did not agree to evaluate it. Nobody else sees it.</Notice>
    );
  if (visibility === "hidden")
    return <Notice title="Hidden.">Only its submitter and maintainers see it; it is on no list.</Notice>;
  return null;
}

/** What must be known before the numbers. */
export function ExperimentNotices({ view }: { view: ExperimentView }) {
  const latest = view.history.find((entry) => entry.current && entry.sameSubmitter);
  const { withdrawn } = view.submission;
  return (
    <>
      {view.standin && <StandinNotice />}
      {!view.official && (
        <Notice title="A smoke test.">
          It covers only some instances or attempts, so it has no Score and no place on the leaderboard.
        </Notice>
      )}
      {withdrawn && (
        <Notice title="Withdrawn.">
          Its {withdrawn.by === "submitter" ? "submitter" : "set’s maintainers"} withdrew it on{" "}
          {day(withdrawn.at)}; it has no place on the leaderboard.{" "}
          {withdrawn.reason && <>Reason: {visibleText(withdrawn.reason)}</>}
        </Notice>
      )}
      <NotPublic view={view} />
      {!view.current && latest && (
        <Notice title="An earlier submission.">
          This system has handed in newer predictions.{" "}
          <a href={latest.href}>Open the one on the leaderboard</a>
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
          system. There is no Score until they have been run again.
        </Notice>
      )}
    </>
  );
}
