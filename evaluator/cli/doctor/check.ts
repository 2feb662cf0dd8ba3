/** One line of `doctor`: what was looked at, how it stands, and what to do. */
export type Check = {
  id: string;
  title: string;
  /** `note` asks for nothing; `warn` limits what can be done; `fail` must be mended. */
  status: "ok" | "note" | "warn" | "fail";
  message: string;
  /** What to do; empty when there is nothing to do. */
  mend: string;
};

/** Makes the checks of one subject, so that its id and title are written once. */
export function checker(id: string, title: string) {
  return (status: Check["status"], message: string, mend = ""): Check => ({
    id,
    title,
    status,
    message,
    mend,
  });
}

export function mustBeMended(checks: readonly Check[]): boolean {
  return checks.some((check) => check.status === "fail");
}

const GLYPHS: Record<Check["status"], string> = { ok: "✓", note: "·", warn: "!", fail: "✗" };

/** The checks as lines for a terminal, what to do below each. */
export function checkLines(checks: readonly Check[]): string {
  const width = Math.max(...checks.map((check) => check.title.length));
  return checks
    .map(({ status, title, message, mend }) => {
      const line = `${GLYPHS[status]} ${title.padEnd(width)}  ${message}`;
      return mend === "" ? line : `${line}\n${" ".repeat(width + 4)}→ ${mend}`;
    })
    .join("\n");
}

/** "12.3 GiB", for people. */
export function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
