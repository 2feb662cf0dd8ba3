import type { TouchedFileView } from "@/lib/domain/attempt-views";
import { visibleText } from "@/lib/domain/visible-text";

const STATUS: Record<TouchedFileView["status"], string> = {
  A: "added",
  M: "changed",
  D: "deleted",
  T: "type changed",
};
const SHOWN = 100;

/** Files whose content differs between the base and the tree with the patch. */
export function TouchedFiles({ files }: { files: readonly TouchedFileView[] }) {
  return (
    <>
      <table className="data-table">
        <caption className="sr-only">Files that the patch changes</caption>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Change</th>
            <th scope="col">Counts as</th>
          </tr>
        </thead>
        <tbody>
          {files.slice(0, SHOWN).map((file) => (
            <tr key={file.path}>
              <th scope="row" className="font-mono font-normal wrap-anywhere">
                {visibleText(file.path)}
              </th>
              <td>{file.modeOnly ? "file mode only" : STATUS[file.status]}</td>
              <td>{markText(file)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {files.length > SHOWN && (
        <p className="mt-2 text-small text-muted">
          {SHOWN} of {files.length} files.
        </p>
      )}
    </>
  );
}

function markText(file: Pick<TouchedFileView, "target" | "overwritten" | "modeOnly">): string {
  if (file.overwritten) return "put back: tests and what decides their run are not the patch’s to change";
  if (file.target) return file.modeOnly ? "target, but a mode change is no hit" : "target";
  return "other file";
}
