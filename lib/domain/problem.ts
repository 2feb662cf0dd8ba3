/** Something wrong in an input: where it is, what it is, and how to mend it. */
export type Problem = {
  severity: "error" | "warning";
  /** 1-based line of the file, when the problem belongs to one line. */
  line?: number;
  field?: string;
  instanceId?: string;
  message: string;
  /** What the submitter should do; empty when the message says it. */
  mend?: string;
};

/** One line of text for a terminal or a page: "Line 41, run_id: …". */
export function problemText(problem: Problem): string {
  const where = [problem.line === undefined ? "" : `Line ${problem.line}`, problem.field ?? ""].filter(
    (part) => part !== "",
  );
  const head = where.length > 0 ? `${where.join(", ")}: ` : "";
  return `${head}${problem.message}${problem.mend ? ` ${problem.mend}` : ""}`;
}
