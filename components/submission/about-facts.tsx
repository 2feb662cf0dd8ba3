import type { Fact } from "@/components/ui/facts";
import type { SubmissionAbout } from "@/lib/domain/portal";
import { visibleText } from "@/lib/domain/visible-text";

/** What a submitter tells about a submission. */
export function aboutFacts(about: SubmissionAbout): Fact[] {
  const facts: (Fact | null)[] = [
    about.organisation ? { term: "Organisation", value: visibleText(about.organisation) } : null,
    about.link ? { term: "Link", value: <OutLink href={about.link} /> } : null,
    about.logsUrl ? { term: "Trajectories or logs", value: <OutLink href={about.logsUrl} /> } : null,
    about.openSource ? { term: "Source code", value: "open" } : null,
    about.description
      ? {
          term: "Description",
          value: <span className="whitespace-pre-line">{visibleText(about.description)}</span>,
        }
      : null,
  ];
  return facts.filter((fact) => fact !== null);
}

/** A link that somebody else gave: told in full, and nobody's recommendation. */
function OutLink({ href }: { href: string }) {
  return (
    <a href={href} rel="nofollow noopener noreferrer ugc" className="wrap-anywhere">
      {visibleText(href)}
    </a>
  );
}
