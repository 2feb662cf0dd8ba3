import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { type Benchmark, instancesOfSet } from "@/lib/benchmark/dataset";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { parseLine } from "@/lib/domain/predictions/parse-line";
import { parsePredictions } from "@/lib/domain/predictions/parse-predictions";
import { createLineSplitter } from "@/lib/domain/predictions/split-lines";
import type { PredictionRow, PredictionsResult } from "@/lib/domain/predictions/types";
import type { SubmittedRow } from "./submit";

export type IntakeOptions = {
  set: BenchmarkSet;
  k: number;
  only?: readonly string[];
  allowIncomplete?: boolean;
};

export type Intake = PredictionsResult & { file: string; fileSha256: string };

/** Reads a predictions file once, in bounded memory, and answers everything that is wrong with it. */
export async function inspectPredictions(
  file: string,
  benchmark: Benchmark,
  options: IntakeOptions,
): Promise<Intake> {
  const hash = createHash("sha256");
  const result = await parsePredictions(
    hashed(createReadStream(file, { highWaterMark: CHUNK_BYTES }), hash),
    {
      ...options,
      instances: instancesOfSet(benchmark, options.set).map((entry) => entry.instance.instance_id),
      otherSetOf: (id) => benchmark.instances.get(id)?.instance.benchmark_set ?? null,
    },
  );
  return { ...result, file, fileSha256: hash.digest("hex") };
}

const CHUNK_BYTES = 1 << 20;

async function* hashed(
  chunks: AsyncIterable<Buffer>,
  hash: { update(chunk: Uint8Array): unknown },
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * The accepted rows of an inspected file with their patches, read again one chunk at a time, so that a
 * transaction can store them without the file in memory.
 */
export function* submittedRows(intake: Intake): Generator<SubmittedRow> {
  const accepted = new Map(intake.rows.map((row) => [row.line, row]));
  const ready: SubmittedRow[] = [];
  const splitter = createLineSplitter({
    onLine: (bytes, line) => {
      const row = accepted.get(line);
      if (row) ready.push(submitted(row, bytes));
    },
    onLongLine: () => {},
  });
  const handle = openSync(intake.file, "r");
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let size = readSync(handle, chunk); size > 0; size = readSync(handle, chunk)) {
      splitter.push(chunk.subarray(0, size));
      yield* ready.splice(0);
    }
    splitter.finish();
    yield* ready.splice(0);
  } finally {
    closeSync(handle);
  }
}

function submitted(row: PredictionRow, bytes: Uint8Array): SubmittedRow {
  const mark = row.line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const line = parseLine(bytes.subarray(mark));
  const patch = line.status === "object" ? line.value.model_patch : undefined;
  if (typeof patch !== "string" && patch !== null) {
    throw new Error(`Line ${row.line} of the predictions file changed while it was read.`);
  }
  return {
    instanceId: row.instanceId,
    runId: row.runId,
    patch: patch === null ? null : Buffer.from(patch, "utf8"),
    ...(row.usage ? { usage: row.usage } : {}),
  };
}
