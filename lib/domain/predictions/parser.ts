import { Cells } from "./cells";
import { Consistency } from "./consistency";
import { wrongFileKind } from "./file-kind";
import { parseLine } from "./parse-line";
import { ProblemList } from "./problem-list";
import { checkFields, type FieldsResult } from "./row-fields";
import {
  type AttemptUsage,
  OFFICIAL_K,
  type PredictionRow,
  type PredictionsOptions,
  type PredictionsParser,
  type PredictionsResult,
} from "./types";

/** Lines that are read: far more than any set has rows, and few enough to read in a moment. */
export const MOST_LINES = 10_000;

/** Checks a predictions file line by line; memory does not grow with the patches. */
export function createPredictionsParser(options: PredictionsOptions): PredictionsParser {
  return new Parser(options);
}

class Parser implements PredictionsParser {
  readonly #options: PredictionsOptions;
  readonly #inSet: Set<string>;
  readonly #wanted: string[];
  readonly #cells: Cells;
  readonly #consistency = new Consistency();
  readonly #errors = new ProblemList();
  readonly #warnings = new ProblemList();
  readonly #rows: PredictionRow[] = [];
  #leftOut = 0;
  #seenText = false;
  #stopped = false;

  constructor(options: PredictionsOptions) {
    this.#options = options;
    const all = [...options.instances];
    this.#inSet = new Set(all);
    const chosen = options.only ? new Set(options.only) : this.#inSet;
    this.#wanted = all.filter((id) => chosen.has(id));
    this.#cells = new Cells({ ...options, wanted: this.#wanted });
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  push(lineBytes: Uint8Array, lineNumber: number): void {
    if (this.#stopped || this.#isTooLong(lineNumber)) return;
    const bytes = lineNumber === 1 ? withoutMark(lineBytes) : lineBytes;
    const line = parseLine(bytes);
    if (line.status === "blank") return;
    if (!this.#seenText) this.#checkKind(bytes, lineNumber);
    if (this.#stopped) return;
    if (line.status === "broken") {
      this.#errors.add({ severity: "error", line: lineNumber, message: line.message, mend: line.mend });
      this.#cells.unplaced();
      return;
    }
    const checked = checkFields(line.value);
    this.#consistency.add(checked, lineNumber);
    for (const { field, message } of checked.wrong) {
      this.#errors.add({ severity: "error", line: lineNumber, field, message });
    }
    this.#place(checked, lineNumber);
  }

  pushLongLine(sizeBytes: number, limitBytes: number, lineNumber: number): void {
    if (this.#stopped || this.#isTooLong(lineNumber)) return;
    this.#seenText = true;
    const message = `has ${sizeBytes} bytes; at most ${limitBytes} are read.`;
    const mend = "A patch this large is no repair; write null or leave out what the agent generated.";
    this.#errors.add({ severity: "error", line: lineNumber, message, mend });
    this.#cells.unplaced();
  }

  #isTooLong(lineNumber: number): boolean {
    if (lineNumber <= MOST_LINES) return false;
    const message = `The file has more than ${MOST_LINES} lines; what follows was not read.`;
    const mend = `A file of this set has ${this.#inSet.size * this.#options.k} rows.`;
    this.#errors.addFirst({ severity: "error", message, mend });
    this.#stopped = true;
    return true;
  }

  finish(): PredictionsResult {
    if (!this.#stopped) this.#addFileProblems();
    const identity = this.#consistency.identity();
    const { agent, model, temperature } = identity;
    const accepted = this.#errors.size === 0;
    return {
      status: accepted ? "accepted" : "rejected",
      identity: agent !== undefined && model !== undefined ? { agent, model, temperature } : null,
      instanceIds: this.#wanted,
      rows: this.#rows,
      leftOut: this.#leftOut,
      official: accepted && this.#isWholeSet(),
      problems: this.#errors.sorted(),
      warnings: this.#warnings.sorted(),
      more: { problems: this.#errors.dropped, warnings: this.#warnings.dropped },
    };
  }

  #checkKind(bytes: Uint8Array, lineNumber: number): void {
    this.#seenText = true;
    const problem = wrongFileKind(bytes, lineNumber);
    if (!problem) return;
    this.#errors.add(problem);
    this.#stopped = true;
  }

  /** Puts a row into its cell and hands its patch on, when all its fields are right. */
  #place(checked: FieldsResult, line: number): void {
    const { instance_id: instanceId, run_id: runId, model_patch: patch } = checked.fields;
    if (instanceId === undefined) {
      this.#cells.unplaced();
      return;
    }
    if (!this.#inSet.has(instanceId)) {
      this.#cells.unknown(instanceId, line);
      return;
    }
    if (!this.#wanted.includes(instanceId)) {
      this.#leftOut += 1;
      return;
    }
    if (runId === undefined || runId < 1 || runId > this.#options.k) {
      this.#misplace(instanceId, runId, line);
      return;
    }
    const twice = this.#cells.fill(instanceId, runId, line);
    if (twice) this.#errors.add(twice);
    if (twice || patch === undefined || checked.wrong.length > 0 || checked.missing.length > 0) return;
    const usage = usageOf(checked);
    this.#accept({ line, instanceId, runId, hasPatch: patch !== null, ...(usage && { usage }) }, patch);
  }

  #misplace(instanceId: string, runId: number | undefined, line: number): void {
    this.#cells.unplaced(instanceId);
    if (runId === undefined) return;
    const message = `is ${runId}; each of 1 to ${this.#options.k} must occur once for ${instanceId}.`;
    this.#errors.add({ severity: "error", line, field: "run_id", instanceId, message });
  }

  #accept(row: PredictionRow, patch: string | null): void {
    if (patch === null || patch.trim() === "") {
      const what = patch === null ? "is null" : "is blank";
      this.#warnings.add({
        severity: "warning",
        line: row.line,
        field: "model_patch",
        instanceId: row.instanceId,
        message: `${what}; the attempt counts as empty.`,
      });
    }
    this.#rows.push(row);
    this.#options.onRow?.(row, patch);
  }

  #addFileProblems(): void {
    if (!this.#seenText) this.#errors.add({ severity: "error", message: "The file has no rows." });
    for (const problem of [...this.#consistency.errors(), ...this.#cells.foreign()])
      this.#errors.add(problem);
    this.#addUnknownChoices();
    if (this.#seenText) this.#addMissing();
    for (const warning of this.#consistency.extraKeys()) this.#warnings.add(warning);
    if (this.#leftOut > 0) {
      const message = `${this.#leftOut} rows of instances that were not asked for are left out.`;
      this.#warnings.add({ severity: "warning", message });
    }
  }

  #addUnknownChoices(): void {
    for (const id of this.#options.only ?? []) {
      if (this.#inSet.has(id)) continue;
      const message = `${id} was asked for and is no instance of ${this.#options.set}.`;
      this.#errors.add({ severity: "error", instanceId: id, message });
    }
  }

  #addMissing(): void {
    const lenient = this.#options.allowIncomplete === true;
    const list = lenient ? this.#warnings : this.#errors;
    for (const problem of this.#cells.missing(lenient ? "warning" : "error")) list.add(problem);
    if (lenient && this.#rows.length === 0 && this.#errors.size === 0) {
      this.#errors.add({ severity: "error", message: "The file has no rows of the instances asked for." });
    }
  }

  #isWholeSet(): boolean {
    const { k } = this.#options;
    return k === OFFICIAL_K && this.#wanted.length === this.#inSet.size && this.#cells.full;
  }
}

function usageOf({ fields }: FieldsResult): AttemptUsage | null {
  const usage = {
    costUsd: fields.cost_usd ?? null,
    inputTokens: fields.input_tokens ?? null,
    outputTokens: fields.output_tokens ?? null,
  };
  return Object.values(usage).every((value) => value === null) ? null : usage;
}

/** Drops exactly one UTF-8 byte order mark. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
