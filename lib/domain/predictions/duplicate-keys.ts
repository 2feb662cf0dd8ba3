/**
 * Keys that occur more than once in the top-level object of a valid JSON text. JSON.parse keeps the last
 * one without a word, so a reviewer and the program could read different rows.
 */
export function duplicateKeys(json: string): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  let depth = 0;
  let keyNext = false;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"': {
        const end = stringEnd(json, at);
        if (keyNext && depth === 1) {
          const key = String(JSON.parse(json.slice(at, end + 1)));
          if (seen.has(key)) twice.add(key);
          seen.add(key);
          keyNext = false;
        }
        at = end;
        break;
      }
      case "{":
      case "[":
        depth += 1;
        keyNext = depth === 1;
        break;
      case "}":
      case "]":
        depth -= 1;
        break;
      case ",":
        keyNext = depth === 1;
        break;
    }
  }
  return [...twice];
}

/** Index of the quote that closes the string opened at `start`; escapes are skipped by their runs. */
function stringEnd(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = json.indexOf('"', end + 1);
  }
  return json.length;
}
