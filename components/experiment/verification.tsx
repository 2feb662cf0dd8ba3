import { type Fact, Facts, Hash } from "@/components/ui/facts";
import { moment } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { agreementText } from "@/lib/domain/audit";
import type { ExperimentView, VerifiedView } from "@/lib/domain/views";
import { visibleText } from "@/lib/domain/visible-text";

type VerificationProps = Pick<ExperimentView, "verified"> & {
  /** Where a maintainer audits and verifies; null for everybody else. */
  deskHref: string | null;
};

/** The evidence behind the verified mark, or what its absence means. */
export function Verification({ verified, deskHref }: VerificationProps) {
  return (
    <Section
      id="verification"
      title={verified ? "Verified" : "Verification"}
      aside={deskHref && <a href={deskHref}>Audit and verify</a>}
    >
      {verified ? (
        <Facts facts={evidence(verified)} />
      ) : (
        <p className="max-w-prose text-small">
          Not verified. An audit by a maintainer evaluates the same predictions a second time and compares
          every outcome; that has not been done for this experiment.
        </p>
      )}
    </Section>
  );
}

function evidence({ at, by, note, evidence: kept }: VerifiedView): Fact[] {
  const when = at === null ? "" : ` on ${moment(at)}`;
  const facts: Fact[] = [{ term: "By", value: `${visibleText(by ?? "a maintainer")}${when}` }];
  facts.push({ term: "Second run", value: auditText(kept) });
  if (note) facts.push({ term: "Reason", value: visibleText(note) });
  if (kept) facts.push(...keptFacts(kept));
  return facts;
}

function auditText(kept: VerifiedView["evidence"]): string {
  if (!kept?.audit) return "none: the mark rests on the reason below";
  const { audit } = kept;
  const share = audit.share ?? 1;
  const of = share === 1 ? "all evaluations" : `${Math.round(share * 1000) / 10} % of the evaluations`;
  return `agrees in ${agreementText(audit)}; ${of} were run again, without the cache and on the same images`;
}

function keptFacts({ datasetHash, harnessVersion, images }: NonNullable<VerifiedView["evidence"]>): Fact[] {
  return [
    { term: "Dataset", value: <Hash value={datasetHash} /> },
    { term: "Harness", value: `version ${harnessVersion}` },
    {
      term: "Editor images",
      value: (
        <ul>
          {Object.entries(images).map(([name, digest]) => (
            <li key={name}>
              <code>{name}</code>
              <span className="block text-muted">
                <Hash value={digest} />
              </span>
            </li>
          ))}
        </ul>
      ),
    },
  ];
}
