import type { ReactNode } from "react";
import type { AttemptView } from "@/lib/domain/attempt-views";
import { visibleText } from "@/lib/domain/visible-text";

/** Why a patch was not applied or not run, and what an auditor should look at. */
export function PatchFindings({ view }: { view: Pick<AttemptView, "hints" | "refusals" | "flags"> }) {
  const { hints, refusals, flags } = view;
  return (
    <>
      {hints.length > 0 && (
        <Findings title="Hints for whoever made this patch">
          {hints.map((hint) => (
            <li key={hint}>{visibleText(hint)}</li>
          ))}
        </Findings>
      )}
      {refusals.length > 0 && (
        <Findings title="Refused: this patch is never run">
          {refusals.map((refusal) => (
            <li key={`${refusal.path} ${refusal.message}`}>
              <code className="wrap-anywhere">{visibleText(refusal.path)}</code>{" "}
              {visibleText(refusal.message)}
            </li>
          ))}
        </Findings>
      )}
      {flags.length > 0 && (
        <Findings title="Flagged for an audit; it was run all the same">
          {flags.map((flag) => (
            <li key={`${flag.rule} ${flag.path} ${flag.message}`}>
              <Finding path={flag.path} message={flag.message} />
              {flag.line && (
                <code className="mt-1 block bg-sunken px-2 py-1 wrap-anywhere">{visibleText(flag.line)}</code>
              )}
            </li>
          ))}
        </Findings>
      )}
    </>
  );
}

function Findings({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-4 border-l-2 border-edge pl-4 text-small">
      <h3>{title}</h3>
      <ul className="mt-1 space-y-2">{children}</ul>
    </div>
  );
}

/** A message, with the path before it unless it names the path itself. */
function Finding({ path, message }: { path: string; message: string }) {
  return (
    <span className="wrap-anywhere">
      {!message.includes(path) && <code>{visibleText(path)} </code>}
      {visibleText(message)}
    </span>
  );
}
