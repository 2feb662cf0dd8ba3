/** The text of a JSON report: keys in the order they were built in, two spaces, a final newline. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
