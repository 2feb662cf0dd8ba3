import type { BenchmarkSet } from "@/lib/domain/instance";
import { parsePredictions } from "@/lib/domain/predictions/parse-predictions";
import { OFFICIAL_K, type PredictionsResult } from "@/lib/domain/predictions/types";

export type SetIds = Readonly<Record<BenchmarkSet, readonly string[]>>;

/** What was found, without the rows themselves. */
export type CheckResult = Omit<PredictionsResult, "rows"> & { rows: number; patches: number };

/** Checks a file in the browser by the parser that the site and the command line use. */
export async function checkFile(file: File, set: BenchmarkSet, ids: SetIds): Promise<CheckResult> {
  let patches = 0;
  const result = await parsePredictions(chunksOf(file), {
    set,
    instances: ids[set],
    otherSetOf: (id) => (Object.keys(ids) as BenchmarkSet[]).find((one) => ids[one].includes(id)) ?? null,
    k: OFFICIAL_K,
    onRow: (row) => {
      if (row.hasPatch) patches += 1;
    },
  });
  return { ...result, rows: result.rows.length, patches };
}

/** The bytes of a file, unpacked where its first two say gzip. Not every browser iterates a stream by itself. */
async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const [a, b] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const packed = a === 0x1f && b === 0x8b;
  const stream = packed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
