import { SET_NAMES } from "@/components/ui/sets";
import type { FlagView } from "@/lib/domain/maintain-views";
import { systemText } from "@/lib/domain/system-text";
import { visibleText } from "@/lib/domain/visible-text";

/** Flagged attempts, one a row, with every line that raised a flag. */
export function FlaggedAttempts({ entries }: { entries: readonly FlagView[] }) {
  if (entries.length === 0) return <p className="mt-4 text-small text-muted">Nothing is flagged here.</p>;
  return (
    <ul className="mt-2">
      {entries.map((entry) => (
        <li
          key={entry.attemptId}
          className="grid gap-x-8 gap-y-2 border-b border-line py-3 text-small md:grid-cols-[18rem_minmax(0,1fr)]"
        >
          <div className="wrap-anywhere">
            <a href={entry.href} className="font-medium">
              {entry.instanceId}, run {entry.runId}
            </a>
            <span className="block">{systemText(entry.system)}</span>
            <span className="block text-muted">
              {SET_NAMES[entry.set]}, {entry.outcome ?? "no outcome yet"}
            </span>
          </div>
          <ul className="min-w-0 space-y-2">
            {entry.flags.map((flag) => (
              <li key={`${flag.rule} ${flag.path} ${flag.line ?? flag.message}`} className="wrap-anywhere">
                <code className="text-muted">{flag.rule}</code> {visibleText(flag.message)}
                {!flag.message.includes(flag.path) && <code> {visibleText(flag.path)}</code>}
                {flag.line && (
                  <code className="mt-1 block bg-sunken px-2 py-1">{visibleText(flag.line)}</code>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
