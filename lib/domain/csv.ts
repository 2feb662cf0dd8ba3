import { stringify } from "csv-stringify/sync";

/** Decimals of every fraction in every CSV column; JSON reports keep full doubles. */
export const CSV_DECIMALS = 6;

export type CsvValue = string | number | boolean | null;
export type CsvColumn<Row> = { header: string; value(row: Row): CsvValue };

/**
 * RFC 4180 text in UTF-8 with LF line ends and a header line. null is an empty cell. Text that a
 * spreadsheet could take for a formula gets a leading apostrophe; so does text that starts with an
 * apostrophe, so that dropping one gives every text back. Numbers are never changed but rounded.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string {
  const header = columns.map((column) => column.header);
  const lines = [...rows].map((row) => columns.map((column) => cell(column.value(row))));
  return stringify([header, ...lines], {
    record_delimiter: "\n",
    // A second guard; the cells are guarded already, and numbers stay bare.
    escape_formulas: true,
    quoted_match: /[\r\n]/,
  });
}

/** Starts, after blanks, that spreadsheets read as a formula: ASCII and full-width signs, tab, new line. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n'])/;

function cell(value: CsvValue): string | number | null {
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "number") return round(value);
  if (value === null) return null;
  return FORMULA.test(value) ? `'${value}` : value;
}

function round(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toFixed(CSV_DECIMALS));
}
