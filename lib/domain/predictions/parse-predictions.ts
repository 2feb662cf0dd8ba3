import { createPredictionsParser } from "./parser";
import { createLineSplitter, LINE_LIMIT_BYTES } from "./split-lines";
import type { PredictionsOptions, PredictionsResult } from "./types";

/** Reads a whole predictions file from its chunks (a file or request stream) and checks it. */
export async function parsePredictions(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: PredictionsOptions & { lineLimitBytes?: number },
): Promise<PredictionsResult> {
  const parser = createPredictionsParser(options);
  const splitter = createLineSplitter({
    limitBytes: options.lineLimitBytes ?? LINE_LIMIT_BYTES,
    onLine: (bytes, line) => parser.push(bytes, line),
    onLongLine: (size, limit, line) => parser.pushLongLine(size, limit, line),
  });
  for await (const chunk of chunks) {
    splitter.push(chunk);
    if (parser.stopped) return parser.finish();
  }
  splitter.finish();
  return parser.finish();
}
