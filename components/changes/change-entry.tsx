import { moment } from "@/components/ui/format";
import { SET_NAMES } from "@/components/ui/sets";
import type { ChangeKind, ChangeView } from "@/lib/domain/changes";
import { visibleText } from "@/lib/domain/visible-text";

const KINDS: Record<ChangeKind, string> = {
  verified: "Verified",
  unverified: "Mark taken back",
  withdrawn: "Withdrawn",
  rescored: "Rescored",
  dataset: "Dataset",
  note: "Note",
};

type ChangeEntryProps = { entry: ChangeView; heading: "h1" | "h3"; link?: boolean };

/** One correction: what happened, by whom, why. */
export function ChangeEntry({ entry, heading: Heading, link = false }: ChangeEntryProps) {
  const title = visibleText(entry.title);
  return (
    <article className="grid gap-x-8 gap-y-1 md:grid-cols-[9rem_minmax(0,1fr)]">
      <p className="text-small text-muted">
        {KINDS[entry.kind]}
        {entry.set !== null && <span className="md:block">{`${" "}${SET_NAMES[entry.set]} set`}</span>}
      </p>
      <div className="min-w-0">
        <Heading className={Heading === "h1" ? "text-large wrap-anywhere" : "wrap-anywhere"}>
          {link ? (
            <a href={entry.href} className="quiet-link">
              {title}
            </a>
          ) : (
            title
          )}
        </Heading>
        <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{visibleText(entry.text)}</p>
        <p className="mt-1 text-small text-muted">
          <time dateTime={new Date(entry.at).toISOString()}>{moment(entry.at)}</time>, by{" "}
          {visibleText(entry.actor)}
          {entry.experimentHref && (
            <>
              . <a href={entry.experimentHref}>The experiment</a>
            </>
          )}
        </p>
      </div>
    </article>
  );
}
