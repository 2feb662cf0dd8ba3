import type { BenchmarkSet } from "@/lib/domain/instance";
import type { Problem } from "@/lib/domain/problem";
import { listed, shown } from "./problem-list";

const UNKNOWN_KEPT = 50;
/** Run numbers told of an instance: all of the usual ten. */
const RUNS_LISTED = 10;

export type CellOptions = {
  set: BenchmarkSet;
  /** Instances that must have k rows each, in dataset order. */
  wanted: readonly string[];
  k: number;
  /** The set of an instance that is not in this one. */
  otherSetOf(instanceId: string): BenchmarkSet | null;
};

type Unknown = { line: number; rows: number };

/** Which instance × run_id cells the rows fill, and what is twice, missing or foreign. */
export class Cells {
  readonly #lines: Map<string, Map<number, number>>;
  /** Rows of an instance whose run_id is wrong. */
  readonly #unplaced = new Map<string, number>();
  readonly #unknown = new Map<string, Unknown>();
  readonly #options: CellOptions;
  #brokenLines = 0;

  constructor(options: CellOptions) {
    this.#options = options;
    this.#lines = new Map(options.wanted.map((id) => [id, new Map()]));
  }

  /** Fills a cell; answers with a problem when it was filled before. */
  fill(instanceId: string, runId: number, line: number): Problem | null {
    const cells = this.#lines.get(instanceId);
    if (!cells) return null;
    const first = cells.get(runId);
    if (first === undefined) {
      cells.set(runId, line);
      return null;
    }
    return {
      severity: "error",
      line,
      instanceId,
      message: `run_id ${runId} occurs twice for ${instanceId} (first on line ${first}).`,
      mend: `Each of 1 to ${this.#options.k} must occur once.`,
    };
  }

  /** A row that fills no cell, so that its cell is not also called missing. */
  unplaced(instanceId?: string): void {
    if (instanceId === undefined) this.#brokenLines += 1;
    else this.#unplaced.set(instanceId, (this.#unplaced.get(instanceId) ?? 0) + 1);
  }

  unknown(instanceId: string, line: number): void {
    const known = this.#unknown.get(instanceId);
    if (known) known.rows += 1;
    else if (this.#unknown.size < UNKNOWN_KEPT) this.#unknown.set(instanceId, { line, rows: 1 });
  }

  /** True when every wanted instance has its k rows. */
  get full(): boolean {
    return [...this.#lines.values()].every((cells) => cells.size === this.#options.k);
  }

  foreign(): Problem[] {
    const { set, otherSetOf } = this.#options;
    return [...this.#unknown].map(([instanceId, { line, rows }]) => {
      const other = otherSetOf(instanceId);
      const what = other
        ? `${instanceId} is in ${other}, not in ${set}`
        : `${shown(instanceId)} is no instance of ${set}`;
      const near = other ? undefined : this.#similar(instanceId);
      const message = `${what}${rows > 1 ? ` (${rows} rows)` : ""}.`;
      return { severity: "error", line, instanceId, message, ...(near && { mend: `Did you mean ${near}?` }) };
    });
  }

  /** Instances with too few rows, unless broken rows explain it. */
  missing(severity: Problem["severity"]): Problem[] {
    const { k } = this.#options;
    const problems: Problem[] = [];
    for (const [instanceId, cells] of this.#lines) {
      const missing = Array.from({ length: k }, (_, index) => index + 1).filter((run) => !cells.has(run));
      const explained = (this.#unplaced.get(instanceId) ?? 0) + this.#brokenLines;
      if (missing.length === 0 || (severity === "error" && missing.length <= explained)) continue;
      const runs = cells.size === 0 ? "" : ` (run_id ${listed(missing, RUNS_LISTED)} missing)`;
      const message = `${instanceId}: ${cells.size} of ${k} rows${runs}.`;
      problems.push({ severity, instanceId, message });
    }
    return problems;
  }

  #similar(instanceId: string): string | undefined {
    const folded = instanceId.trim().toLowerCase();
    return this.#options.wanted.find((id) => id.toLowerCase() === folded);
  }
}
