import type { OutputCapture } from "@/evaluator/sandbox/types";
import { scrubSecrets, scrubText } from "@/evaluator/unity/secrets";

const MAX_LINE = 4000;

/** Turns chunks of a log into lines, without secrets, as they come. A last line without an end is told by `flush`. */
export function lineStream(secrets: readonly string[], onLine: (line: string) => void) {
  const decoder = new TextDecoder();
  const longest = Math.max(1, ...secrets.map((secret) => secret.length));
  let rest = "";
  const tell = (line: string) => onLine(scrubText(line.replace(/\r$/, ""), secrets).slice(0, MAX_LINE));
  return {
    push(chunk: Uint8Array): void {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) tell(line);
      // A line without end must not grow without end; what may be the beginning of a secret waits for the rest.
      if (rest.length > MAX_LINE * 4 + longest) {
        const known = scrubText(rest, secrets);
        tell(known.slice(0, known.length - longest));
        rest = known.slice(known.length - longest);
      }
    },
    flush(): void {
      if (rest !== "") tell(rest);
      rest = "";
    },
  };
}

/** The kept log as one text: what was left out in the middle is said there. */
export function capturedLog(capture: OutputCapture, secrets: readonly string[]): Uint8Array {
  if (capture.omittedBytes === 0) return scrubSecrets(Buffer.concat([capture.head, capture.tail]), secrets);
  const head = withoutCutSecret(scrubSecrets(capture.head, secrets), secrets, "end");
  const tail = withoutCutSecret(scrubSecrets(capture.tail, secrets), secrets, "start");
  const note = `\n[... ${capture.omittedBytes} bytes of log left out ...]\n`;
  return Buffer.concat([head, Buffer.from(note), tail]);
}

/** Shorter pieces are words that a log may well end with. */
const MIN_PIECE = 4;

/** Bytes without the piece of a secret that the cut in the middle left at one end. */
function withoutCutSecret(bytes: Uint8Array, secrets: readonly string[], side: "start" | "end"): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let cut = 0;
  for (const secret of secrets) {
    for (let length = secret.length - 1; length >= MIN_PIECE && length > cut; length -= 1) {
      const piece = Buffer.from(side === "end" ? secret.slice(0, length) : secret.slice(-length));
      const place = side === "end" ? view.subarray(-piece.length) : view.subarray(0, piece.length);
      if (place.equals(piece)) cut = length;
    }
  }
  if (cut === 0) return bytes;
  return side === "end" ? view.subarray(0, view.length - cut) : view.subarray(cut);
}
