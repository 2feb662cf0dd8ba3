import { APPLY } from "@/evaluator/tree/bare";
import { lookUp } from "@/evaluator/tree/diff";
import { runGit } from "@/evaluator/tree/git";
import { mirrorObjects, Quarantine } from "@/evaluator/tree/quarantine";
import type { MirrorStore } from "@/evaluator/tree/store";

type Base = { store: MirrorStore; tree: string };

/**
 * SWE-agent reads its patch as text, which turns CRLF into LF: git then takes no line of a CRLF file for the
 * same. Where a patch does not apply, and does with the carriage returns of the base put back, that is the
 * patch which the agent made. Any other patch stays as it is.
 */
export async function restoreLineEndings(
  patch: Buffer,
  base: Base,
): Promise<{ patch: Buffer; restored: boolean }> {
  if (await applies(patch, base)) return { patch, restored: false };
  const candidate = Buffer.from(await withCarriageReturns(patch.toString("latin1"), base), "latin1");
  const restored = !candidate.equals(patch) && (await applies(candidate, base));
  return { patch: restored ? candidate : patch, restored };
}

async function applies(patch: Buffer, { store, tree }: Base): Promise<boolean> {
  const run = await Quarantine.run(store, tree, (quarantine) =>
    runGit(APPLY, { ...quarantine.git(), stdin: patch, timeoutMs: 60_000 }),
  );
  return run.status === "ok";
}

const OLD_FILE = /^--- a\/(.*)$/;
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

async function withCarriageReturns(patch: string, base: Base): Promise<string> {
  const lines = patch.split("\n");
  const result: string[] = [];
  let endings: boolean[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const hunk = HUNK.exec(line);
    const oldFile = OLD_FILE.exec(line)?.[1];
    if (oldFile !== undefined) endings = await lineEndings(oldFile, base);
    result.push(line);
    at += 1;
    if (!hunk) continue;
    const body = hunkBody(lines, at, Number(hunk[2] ?? 1), Number(hunk[3] ?? 1));
    result.push(...restoreHunk(body, Number(hunk[1]), endings));
    at += body.length;
  }
  return result.join("\n");
}

/** The lines of a hunk by the counts in its head. */
function hunkBody(lines: readonly string[], from: number, oldLines: number, newLines: number): string[] {
  let [old, added] = [oldLines, newLines];
  let at = from;
  for (; at < lines.length && (old > 0 || added > 0 || lines[at]?.startsWith("\\")); at += 1) {
    const sign = lines[at]?.[0];
    if (sign !== "+" && sign !== "\\") old -= 1;
    if (sign !== "-" && sign !== "\\") added -= 1;
  }
  return lines.slice(from, at);
}

/** An old line ends as it does in the base; an added one like the old line before it, or the first one. */
function restoreHunk(body: readonly string[], start: number, endings: readonly boolean[]): string[] {
  let number = Math.max(0, start - 1);
  let current = endings[number] ?? endings.at(-1) ?? false;
  return body.map((line, index) => {
    const sign = line[0];
    if (sign === "\\") return line;
    if (sign !== "+") {
      current = endings[number] ?? current;
      number += 1;
    }
    const isLast = body[index + 1]?.startsWith("\\") ?? false;
    return current && !isLast && !line.endsWith("\r") ? `${line}\r` : line;
  });
}

/** For each line of a file of the base whether it ends in CRLF; empty when there is no such file. */
async function lineEndings(name: string, { store, tree }: Base): Promise<boolean[]> {
  const objects = mirrorObjects(store);
  const found = await lookUp(objects, tree, name);
  const data = found?.mode.startsWith("100") ? await objects.blob(found.id) : null;
  if (data === null) return [];
  return data
    .toString("latin1")
    .split("\n")
    .slice(0, -1)
    .map((line) => line.endsWith("\r"));
}
