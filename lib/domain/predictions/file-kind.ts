import type { Problem } from "@/lib/domain/problem";

const ONE_OBJECT_A_LINE = "Write one JSON object on each line, in UTF-8.";

/** What the first line that is not blank says about a file that is no JSON Lines file at all. */
export function wrongFileKind(bytes: Uint8Array, line: number): Problem | null {
  const problem = (message: string, mend: string): Problem => ({ severity: "error", message, mend });
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || zerosBetween(a, b, c, d)) {
    return problem(
      "The file is UTF-16.",
      "Save it as UTF-8 (PowerShell: Out-File -Encoding utf8) and hand in that.",
    );
  }
  if (a === 0x1f && b === 0x8b)
    return problem("The file is compressed (gzip).", "Unpack it and hand in the file inside.");
  if (a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04) {
    return problem("The file is a zip archive.", "Unpack it and hand in the file inside.");
  }
  const head = startOfText(bytes);
  if (head.startsWith("[") && head !== "[]") {
    return problem(
      "The file is one JSON array, not JSON Lines.",
      `${ONE_OBJECT_A_LINE} This converts it: jq -c '.[]' predictions.json > predictions.jsonl`,
    );
  }
  if (head === "{") {
    return {
      ...problem(
        "The object goes over several lines; JSON Lines has one object on each line.",
        "This converts the file: jq -c . predictions.json > predictions.jsonl",
      ),
      line,
    };
  }
  return null;
}

/** ASCII text in UTF-16 without a byte order mark. */
function zerosBetween(a?: number, b?: number, c?: number, d?: number): boolean {
  return (b === 0 && d === 0 && a !== 0 && c !== 0) || (a === 0 && c === 0 && b !== 0 && d !== 0);
}

function startOfText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 64)).trim();
}
