import type { ReactNode } from "react";
import { CopyText } from "@/components/ui/copy-text";
import { badgeSize, badgeWords } from "@/lib/domain/badge";
import { bibtex } from "@/lib/domain/citation";
import { apiHref, badgeHref, csvHref, experimentHref, REPORT_NAMES } from "@/lib/domain/links";
import type { ExperimentView } from "@/lib/domain/views";

/** Everything of the page as files, in addresses that stay. */
export function Downloads({ view }: { view: ExperimentView }) {
  const files: [string, ReactNode][] = [
    ["Metrics", <Pair key="m" href={apiHref.experiment(view.id)} />],
    ["Attempts", <Pair key="a" href={apiHref.attempts(view.id)} />],
    [
      "Reports as the command line writes them",
      REPORT_NAMES.map((name, index) => (
        <span key={name}>
          {index > 0 && ", "}
          <a href={apiHref.report(view.id, name)}>{name}</a>
        </span>
      )),
    ],
  ];
  return (
    <dl className="grid gap-x-8 gap-y-2 text-small sm:grid-cols-[max-content_minmax(0,1fr)]">
      {files.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-muted max-sm:mt-1">{term}</dt>
          <dd className="min-w-0 wrap-anywhere max-sm:-mt-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Pair({ href }: { href: string }) {
  return (
    <>
      <a href={href}>JSON</a>, <a href={csvHref(href)}>CSV</a>
    </>
  );
}

/** The BibTeX entry of an experiment, and a badge to put into a README. */
export function Cite({ view, origin }: { view: ExperimentView; origin: string }) {
  const page = origin + experimentHref(view.id);
  const badge = origin + badgeHref(view.id);
  const { left, right } = badgeWords(view);
  return (
    <div className="grid gap-x-16 gap-y-6 lg:grid-cols-2">
      <Snippet title="BibTeX" text={bibtex(view, page)} />
      <div>
        <Snippet title="Badge, as Markdown" text={`[![${left}: ${right}](${badge})](${page})`} />
        {/* biome-ignore lint/performance/noImgElement: a small SVG of this site that no optimiser helps */}
        <img
          src={badgeHref(view.id)}
          alt={`${left}: ${right}`}
          {...badgeSize({ left, right })}
          className="mt-3 max-w-full"
        />
        <p className="mt-2 max-w-prose text-small text-muted">
          It says what this page says, also after a verification, a withdrawal or a newer submission. Hidden
          experiments have none.
        </p>
      </div>
    </div>
  );
}

function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <h3 className="text-small">{title}</h3>
        <CopyText text={text} label={title} />
      </div>
      <pre className="bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere">
        <code>{text.trimEnd()}</code>
      </pre>
    </div>
  );
}
