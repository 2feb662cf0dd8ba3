import { bytes } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { LogView } from "@/lib/domain/attempt-views";
import { logText } from "@/lib/domain/visible-text";

/** The end of the editor's log. */
export function LogExcerpt({ log }: { log: LogView }) {
  if (log.status === "none") {
    return <p className="text-small text-muted">There is no log: nothing was run for this attempt.</p>;
  }
  if (log.status === "withheld") {
    return (
      <p className="max-w-prose text-small text-muted">
        The log is kept back: it can quote the hidden tests. Maintainers read it here when they are signed in.
      </p>
    );
  }
  return (
    <>
      <p className="mb-2 text-small text-muted">
        {log.omittedBytes > 0
          ? `The end of ${log.fileName}; ${bytes(log.omittedBytes)} before it are left out. `
          : ""}
        <a href={log.href}>Download the log</a>
      </p>
      <ScrollRegion label="End of the editor log" className="flex max-h-112 flex-col-reverse bg-sunken p-3">
        <pre>{logText(log.text)}</pre>
      </ScrollRegion>
    </>
  );
}
