import { ScrollRegion } from "@/components/ui/scroll-region";
import { visibleText } from "@/lib/domain/visible-text";
import { highlightLines, type Token } from "./highlight";
import type { DiffFile, DiffHunk, DiffLine } from "./parse-diff";

type DiffFileProps = {
  file: DiffFile;
  /** Lines to show; the rest is one click away. */
  limit: number;
  fullHref: string;
  mark: string | null;
};

/** One file of a patch. */
export function DiffFileBlock({ file, limit, fullHref, mark }: DiffFileProps) {
  const total = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  return (
    <section
      id={`file-${file.index}`}
      className="diff-file"
      aria-label={`Changes to ${visibleText(file.path)}`}
    >
      <header>
        <h3>{visibleText(file.path)}</h3>
        {mark && <span className="diff-mark">{mark}</span>}
        <span>
          {file.change}
          {file.oldPath && ` from ${visibleText(file.oldPath)}`}
          {file.change === "mode changed" && file.mode && ` to ${file.mode}`}
        </span>
        <span className="diff-counts">
          <span className="sr-only">lines added and removed: </span>+{file.added} −{file.removed}
        </span>
      </header>
      {file.binary && <p className="diff-note">Binary data, not shown.</p>}
      {file.hunks.length > 0 && (
        <ScrollRegion label={`Lines of ${visibleText(file.path)}`}>
          <DiffLines file={file} limit={limit} />
        </ScrollRegion>
      )}
      {total > limit && (
        <p className="diff-note">
          {limit} of {total} lines. <a href={fullHref}>Show all</a>
        </p>
      )}
    </section>
  );
}

function DiffLines({ file, limit }: { file: DiffFile; limit: number }) {
  let left = limit;
  return (
    <table className="diff-lines">
      <tbody>
        {file.hunks.map((hunk) => {
          const shown = hunk.lines.slice(0, Math.max(0, left));
          left -= hunk.lines.length;
          return shown.length > 0 ? (
            <HunkLines key={hunk.header} path={file.path} hunk={{ header: hunk.header, lines: shown }} />
          ) : null;
        })}
      </tbody>
    </table>
  );
}

function HunkLines({ path, hunk }: { path: string; hunk: DiffHunk }) {
  const tokens = hunkTokens(path, hunk);
  return (
    <>
      <tr className="diff-hunk">
        <td colSpan={4}>{hunk.header}</td>
      </tr>
      {hunk.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a patch have no other identity and never move
        <tr key={index} className={`diff-${line.kind}`}>
          <td className="diff-number">{line.oldNumber}</td>
          <td className="diff-number">{line.newNumber}</td>
          <td className="diff-sign">{SIGNS[line.kind]}</td>
          <td className="diff-code">
            <Code line={line} tokens={tokens.get(line)} />
          </td>
        </tr>
      ))}
    </>
  );
}

const SIGNS: Record<DiffLine["kind"], string> = { added: "+", removed: "−", context: "", note: "" };

function Code({ line, tokens }: { line: DiffLine; tokens: Token[] | undefined }) {
  if (line.kind === "note") return <em>{line.text}</em>;
  if (!tokens) return visibleText(line.text);
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other identity and never move
    <span key={index} className={token.kind ? `code-${token.kind}` : undefined}>
      {visibleText(token.text)}
    </span>
  ));
}

/** Colours the old and the new side of a hunk each as one text, so that a comment over lines stays one. */
function hunkTokens(path: string, hunk: DiffHunk): Map<DiffLine, Token[]> {
  const tokens = new Map<DiffLine, Token[]>();
  for (const side of ["removed", "added"] as const) {
    const lines = hunk.lines.filter((line) => line.kind === side || line.kind === "context");
    const coloured = highlightLines(
      path,
      lines.map((line) => line.text),
    );
    lines.forEach((line, index) => {
      const pieces = coloured?.[index];
      if (pieces) tokens.set(line, pieces);
    });
  }
  return tokens;
}
