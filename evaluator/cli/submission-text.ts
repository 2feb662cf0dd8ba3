import type { SubmissionJson } from "@/lib/domain/submission-api";

const SHOWN = 20;

/** What a dry run shows: the system, and which patches will not run. */
export function previewLines(one: SubmissionJson): string[] {
  const { experiment } = one;
  if (experiment === null) return [];
  const { checks } = experiment;
  const temperature =
    experiment.temperature === null ? "no temperature" : `temperature ${experiment.temperature}`;
  const bad = (one.checks ?? []).filter((check) => !["applies", "unchecked"].includes(check.status));
  return [
    `Set          ${one.set}`,
    `System       ${experiment.agent}, ${experiment.model}, ${temperature}`,
    `Rows         ${one.rows}: ${experiment.instances} instances × ${experiment.k} runs`,
    `Patches      ${checks.applies} apply, ${checks.problems} will not run`,
    ...(one.quota
      ? [`Quota        ${one.quota.left} of ${one.quota.limit} left today, next day ${one.quota.resets_at}`]
      : []),
    ...bad
      .slice(0, SHOWN)
      .flatMap((check) => [
        `  ${check.instance_id} run ${check.run_id}: ${check.status}${check.reason ? `: ${oneLine(check.reason)}` : ""}`,
        ...check.hints.map((hint) => `    ${oneLine(hint)}`),
      ]),
    ...(bad.length > SHOWN ? [`  … and ${bad.length - SHOWN} more`] : []),
  ];
}

/** Problems of a file, one line each. */
export function problemTexts(one: SubmissionJson, severity: "error" | "warning"): string[] {
  const lines = one.problems
    .filter((problem) => problem.severity === severity)
    .map(({ line, field, message, mend }) => {
      const where = [line === undefined ? "" : `Line ${line}`, field ?? ""].filter(Boolean).join(", ");
      return `  ${where === "" ? "" : `${where}: `}${oneLine(message)}${mend ? ` ${oneLine(mend)}` : ""}`;
    });
  const total = severity === "error" ? one.errors : one.warnings;
  return total > lines.length ? [...lines, `  … and ${total - lines.length} more`] : lines;
}

/** "3 jobs of others come first; 12 runs to go, about 90 s". */
export function progressNote({ state, experiment }: SubmissionJson): string {
  if (experiment === null) return state;
  const { runs, attempts, jobs_before, seconds_left } = experiment.progress;
  const parts = [
    state,
    ...(jobs_before ? [`${jobs_before} jobs of others first`] : []),
    ...(attempts.unchecked > 0 ? [`${attempts.unchecked} patches to check`] : []),
    ...(runs.total > runs.settled ? [`${runs.total - runs.settled} runs to go`] : []),
    ...(seconds_left === null ? [] : [`about ${seconds_left} s`]),
  ];
  return parts.join(", ");
}

/** Where attempts got lost. */
export function funnelLines({ funnel }: SubmissionJson): string[] {
  return (funnel ?? []).map(({ step, attempts }) => `${step.padEnd(12)} ${String(attempts).padStart(5)}`);
}

/** Text of others on a terminal: no line of its own, no escape. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/\p{C}/gu, "�");
}
