import type { OutputCapture } from "@/evaluator/sandbox/types";
import { scrubSecrets, scrubText } from "@/evaluator/unity/secrets";

const MAX_LINE = 4000;

/** Turns chunks of a log into lines, without secrets, as they come. A last line without an end is told by `flush`. */
export function lineStream(secrets: readonly string[], onLine: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = "";
  const tell = (line: string) => onLine(scrubText(line.replace(/\r$/, ""), secrets).slice(0, MAX_LINE));
  return {
    push(chunk: Uint8Array): void {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) tell(line);
      // A line without end must not grow without end.
      if (rest.length > MAX_LINE * 4) {
        tell(rest);
        rest = "";
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
  const head = scrubSecrets(capture.head, secrets);
  const tail = scrubSecrets(capture.tail, secrets);
  if (capture.omittedBytes === 0) return Buffer.concat([head, tail]);
  const note = `\n[... ${capture.omittedBytes} bytes of log left out ...]\n`;
  return Buffer.concat([head, Buffer.from(note), tail]);
}
