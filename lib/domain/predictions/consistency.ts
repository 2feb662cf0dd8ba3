import type { Problem } from "@/lib/domain/problem";
import { listed, shown } from "./problem-list";
import type { FieldsResult, RowField } from "./row-fields";

const VALUES_KEPT = 20;
const LINES_KEPT = 6;

/** Distinct values of a field that must be the same on every row, each with the first line that has it. */
class Distinct {
  readonly #first = new Map<string | null, { line: number; rows: number }>();

  add(value: string | null, line: number): void {
    const known = this.#first.get(value);
    if (known) known.rows += 1;
    else if (this.#first.size < VALUES_KEPT) this.#first.set(value, { line, rows: 1 });
  }

  get value(): string | null | undefined {
    return this.#first.keys().next().value;
  }

  problems(field: RowField): Problem[] {
    const [first, ...rest] = [...this.#first];
    if (!first) return [];
    const [value, { line }] = first;
    return rest.map(([other, at]) => ({
      severity: "error",
      line: at.line,
      message: differs(field, { value, line }, { value: other, line: at.line }, at.rows),
      mend: "One file holds one experiment; hand in other systems in files of their own.",
    }));
  }
}

type Seen = { value: string | null; line: number };

function differs(field: RowField, first: Seen, other: Seen, rows: number): string {
  const more = rows > 1 ? ` (${rows} rows)` : "";
  if (first.value === null || other.value === null) {
    const word = (seen: Seen) => (seen.value === null ? "absent" : "present");
    return `${field} ${word(other)}${more}, ${word(first)} on line ${first.line}.`;
  }
  return `${field} differs: line ${first.line} ${shown(first.value)}, line ${other.line} ${shown(other.value)}${more}.`;
}

/** What all rows of a file must have in common, and keys that many rows lack; told once, not per row. */
export class Consistency {
  readonly #agent = new Distinct();
  readonly #model = new Distinct();
  readonly #temperature = new Distinct();
  readonly #missing = new Map<RowField, number[]>();
  readonly #missingCount = new Map<RowField, number>();
  readonly #extra = new Set<string>();
  #rows = 0;

  add({ fields, missing, wrong, extra }: FieldsResult, line: number): void {
    this.#rows += 1;
    if (fields.agent !== undefined) this.#agent.add(fields.agent, line);
    if (fields.model !== undefined) this.#model.add(fields.model, line);
    if (!wrong.some(({ field }) => field === "temperature")) {
      this.#temperature.add(fields.temperature ?? null, line);
    }
    for (const field of missing) {
      const lines = this.#missing.get(field) ?? [];
      if (lines.length < LINES_KEPT) lines.push(line);
      this.#missing.set(field, lines);
      this.#missingCount.set(field, (this.#missingCount.get(field) ?? 0) + 1);
    }
    for (const key of extra) if (this.#extra.size < VALUES_KEPT) this.#extra.add(key);
  }

  /** Agent, model and temperature of the file, as far as its rows say them. */
  identity(): { agent?: string; model?: string; temperature: string | null } {
    const { value: agent } = this.#agent;
    const { value: model } = this.#model;
    return {
      ...(typeof agent === "string" ? { agent } : {}),
      ...(typeof model === "string" ? { model } : {}),
      temperature: this.#temperature.value ?? null,
    };
  }

  errors(): Problem[] {
    return [
      ...[...this.#missing].map(([field, lines]) => this.#missingProblem(field, lines)),
      ...this.#agent.problems("agent"),
      ...this.#model.problems("model"),
      ...this.#temperature.problems("temperature"),
    ];
  }

  /** Keys that are not read, listed once. */
  extraKeys(): Problem[] {
    if (this.#extra.size === 0) return [];
    const keys = [...this.#extra].sort().map((key) => shown(key, 40));
    return [{ severity: "warning", message: `Keys that are ignored: ${listed(keys, VALUES_KEPT)}.` }];
  }

  #missingProblem(field: RowField, lines: readonly number[]): Problem {
    const count = this.#missingCount.get(field) ?? 0;
    const mend = field === "model_patch" ? "Write null where the agent produced nothing." : undefined;
    const severity = "error";
    if (count === this.#rows && count > 1) {
      return { severity, message: `${field} is missing on every row.`, ...(mend && { mend }) };
    }
    const [line] = lines;
    if (count === 1) return { severity, line, field, message: "is missing.", ...(mend && { mend }) };
    const more = count > lines.length ? ` and ${count - lines.length} more` : "";
    const message = `is missing on lines ${more ? lines.join(", ") + more : listed(lines, LINES_KEPT)}.`;
    return { severity, line, field, message, ...(mend && { mend }) };
  }
}
