import { aboutFacts } from "@/components/submission/about-facts";
import { Facts, Hash } from "@/components/ui/facts";
import { moment } from "@/components/ui/format";
import { agreementText } from "@/lib/domain/audit";
import type { ExperimentView, ProvenanceView } from "@/lib/domain/views";

const SOURCES: Record<ProvenanceView["source"], string> = {
  cli: "the command line",
  portal: "the submission portal",
  sample: "the bundled sample predictions",
  baseline: "`pass-at-k`, which generated the patches",
};

/** Everything needed to get the same numbers again. */
export function Provenance({ view }: { view: ExperimentView }) {
  const { provenance, attempts } = view;
  return (
    <Facts
      facts={[
        { term: "Handed in", value: `${moment(provenance.submittedAt)} by ${SOURCES[provenance.source]}` },
        {
          term: "Finished",
          value: provenance.finishedAt === null ? "not yet" : moment(provenance.finishedAt),
        },
        {
          term: "Predictions file",
          value: (
            <>
              {provenance.fileName}, {provenance.rows} rows
              <br />
              SHA-256 <Hash value={provenance.fileSha256} />
            </>
          ),
        },
        ...aboutFacts(view.submission.about),
        { term: "Dataset", value: <Hash value={provenance.datasetHash} /> },
        { term: "Harness", value: `version ${provenance.harnessVersion}` },
        { term: "Editor images", value: <Images images={provenance.images} /> },
        { term: "Audit", value: <Audit view={view} /> },
        {
          term: "Evaluations",
          value: `${attempts.evaluations} runs; attempts that give the same tree share one`,
        },
        { term: "Identity", value: <Hash value={view.slug} /> },
      ]}
    />
  );
}

/** Whether somebody ran it a second time, and where that is told. */
function Audit({ view: { verified } }: { view: ExperimentView }) {
  const audit = verified?.evidence?.audit;
  const text = audit
    ? `agrees in ${agreementText(audit)}`
    : verified
      ? "none; verified by a written reason"
      : "none that a verified mark rests on";
  return <a href="#verification">{text}</a>;
}

function Images({ images }: Pick<ProvenanceView, "images">) {
  if (images.length === 0) return "none used yet";
  return (
    <ul>
      {images.map((image) => (
        <li key={`${image.name} ${image.digest}`}>
          <code>{image.name}</code>
          <span className="block text-muted">
            <Hash value={image.digest} />
          </span>
        </li>
      ))}
    </ul>
  );
}
