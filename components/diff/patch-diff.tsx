import { ScrollRegion } from "@/components/ui/scroll-region";
import { visibleText } from "@/lib/domain/visible-text";
import { DiffFileBlock } from "./diff-file";
import { type DiffFile, parseDiff } from "./parse-diff";

/** Lines of one file, and of the whole patch, that are drawn without being asked for. */
const FILE_LINES = 200;
const ALL_LINES = 1500;
const MOST_FILES = 60;
const RAW_LINES = 400;

type PatchDiffProps = {
  text: string;
  /** Index of the file that the reader asked to see whole. */
  full: number | null;
  hrefOf: (full: number) => string;
  /** A word on a file: "target", "overwritten". */
  markOf: (path: string) => string | null;
};

/** A patch as a diff; what is no patch is shown as the text it is. */
export function PatchDiff({ text, full, hrefOf, markOf }: PatchDiffProps) {
  const files = parseDiff(text);
  if (files === null) return <RawText text={text} />;
  const limits = lineLimits(files, full);
  return (
    <div className="diff">
      {files.slice(0, MOST_FILES).map((file) => (
        <DiffFileBlock
          key={file.index}
          file={file}
          limit={limits[file.index] ?? 0}
          fullHref={`${hrefOf(file.index)}#file-${file.index}`}
          mark={markOf(file.path)}
        />
      ))}
      {files.length > MOST_FILES && (
        <p className="diff-note">
          {MOST_FILES} of {files.length} files are shown; the download has them all.
        </p>
      )}
    </div>
  );
}

/** How many lines of each file are drawn: whole files first come, first served, then their heads. */
function lineLimits(files: readonly DiffFile[], full: number | null): number[] {
  let left = ALL_LINES;
  return files.map((file, index) => {
    const total = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    if (index === full) return total;
    const limit = Math.min(total, FILE_LINES, left);
    left -= limit;
    return limit;
  });
}

function RawText({ text }: { text: string }) {
  const lines = text.split("\n");
  return (
    <ScrollRegion label="Text of the patch" className="border border-line">
      <table className="diff-lines">
        <tbody>
          {lines.slice(0, RAW_LINES).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's number is its identity
            <tr key={index}>
              <td className="diff-number">{index + 1}</td>
              <td className="diff-code">{visibleText(line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > RAW_LINES && (
        <p className="diff-note">
          {RAW_LINES} of {lines.length} lines are shown; the download has them all.
        </p>
      )}
    </ScrollRegion>
  );
}
