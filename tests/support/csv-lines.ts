/** Reads RFC 4180 text without line breaks in its cells: an object a line, by the names of the header. */
export function csvLines(text: string): Record<string, string>[] {
  const [header = "", ...lines] = text.trimEnd().split("\n");
  const names = cellsOf(header);
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, index) => [names[index], cell])));
}

function cellsOf(line: string): string[] {
  return [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}
