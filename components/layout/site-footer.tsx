import { shortHash } from "@/components/ui/format";
import type { SiteView } from "@/lib/domain/views";

/** What every number on the page rests on: the harness, the dataset. */
export function SiteFooter({ site }: { site: SiteView }) {
  return (
    <footer className="mt-auto border-t border-line text-small text-muted">
      <div className="mx-auto flex max-w-page flex-wrap gap-x-8 gap-y-1 px-4 py-4 sm:px-6">
        <span>Harness {site.harnessVersion}</span>
        {site.datasetHashes.map(({ name, hash }) => (
          <span key={name} title={hash}>
            Dataset {name} <code>{shortHash(hash)}</code>
          </span>
        ))}
        {site.datasetHashes.length === 0 && <span>No dataset is installed</span>}
        <a href="/changes" className="ml-auto">
          Corrections
        </a>
        <a href="/docs">How the numbers are made</a>
      </div>
    </footer>
  );
}
