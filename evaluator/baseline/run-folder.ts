import { createHash } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { writeWhole } from "@/evaluator/write-whole";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import type { Collected } from "./agent";
import { redact } from "./redact";

/** `generation.json` of a run; written last, so that a run with a finished one is whole. */
const generationSchema = z.object({
  format: z.literal("swe-game-bench generation"),
  version: z.literal(1),
  status: z.enum(["finished", "failed"]),
  instance_id: z.string(),
  run_id: z.int().min(1),
  benchmark_set: z.enum(BENCHMARK_SETS),
  agent: z.string(),
  model: z.string(),
  temperature: z.string().nullable(),
  /** How the agent was called. */
  command: z.array(z.string()),
  /** SHA-256 of all that makes a run one of the same system on the same question. */
  recipe: z.string(),
  end: z.enum(["exited", "timed-out"]),
  exit_code: z.int().nullable(),
  patch_source: z.enum(["workspace", "patch-file", "swe-agent"]),
  patch_sha256: z.string().nullable(),
  patch_bytes: z.int(),
  note: z.string().nullable(),
  line_endings_restored: z.boolean(),
  /** True when a secret stood in the patch or in a kept file and was taken out. */
  secrets_hidden: z.boolean(),
  started_at: z.iso.datetime(),
  duration_ms: z.int(),
  harness_version: z.string(),
});
export type Generation = z.infer<typeof generationSchema>;

export const LOG_NAME = "agent.log";
const SUMMARY_NAME = "generation.json";
const PATCH_NAME = "candidate.patch";
const TRAJECTORY_NAME = "trajectory";
/** A larger file of an agent is left out. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

export type FinishedRun = { generation: Generation; patch: Buffer | null };

/** A run that is generated; null when it is not, and a message when its files do not fit together. */
export async function readFinishedRun(folder: string): Promise<FinishedRun | null | { problem: string }> {
  const text = await readFile(path.join(folder, SUMMARY_NAME), "utf8").catch(() => null);
  if (text === null) return null;
  const parsed = generationSchema.safeParse(jsonOf(text));
  if (!parsed.success) return { problem: `${path.join(folder, SUMMARY_NAME)} is not a summary of a run.` };
  const generation = parsed.data;
  if (generation.status !== "finished") return null;
  if (generation.patch_sha256 === null) return { generation, patch: null };
  const file = path.join(folder, PATCH_NAME);
  const patch = await readFile(file).catch(() => null);
  if (patch === null || sha256(patch) !== generation.patch_sha256)
    return { problem: `${file} is not the patch that was generated.` };
  return { generation, patch };
}

/** Removes what an unfinished run left and makes the folder anew. */
export async function openRunFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

type Summary = Omit<
  Generation,
  | "format"
  | "version"
  | "patch_sha256"
  | "patch_bytes"
  | "note"
  | "line_endings_restored"
  | "secrets_hidden"
  | "patch_source"
>;

/** Writes the patch, what the agent left in its output folder, and last the summary. */
export async function writeRun(
  folder: string,
  parts: { collected: Collected; outputDir: string; secrets: readonly string[]; summary: Summary },
): Promise<Generation> {
  const { collected, outputDir, secrets, summary } = parts;
  const patch = redact(collected.patch ?? new Uint8Array(), secrets);
  const kept = await keepFiles(outputDir, path.join(folder, TRAJECTORY_NAME), secrets);
  await writeWhole(path.join(folder, PATCH_NAME), patch.bytes);
  const generation: Generation = {
    format: "swe-game-bench generation",
    version: 1,
    ...summary,
    patch_source: collected.source,
    patch_sha256: collected.patch === null ? null : sha256(patch.bytes),
    patch_bytes: patch.bytes.length,
    note: collected.note,
    line_endings_restored: collected.lineEndingsRestored,
    secrets_hidden: patch.found || kept.found,
  };
  const text = redact(Buffer.from(`${JSON.stringify(generation, null, 2)}\n`), secrets).bytes;
  await writeWhole(path.join(folder, SUMMARY_NAME), text);
  return generation;
}

/** Copies regular files with secrets taken out; links are left, large files too. */
async function keepFiles(from: string, to: string, secrets: readonly string[]): Promise<{ found: boolean }> {
  let found = false;
  for (const name of (await readdir(from, { recursive: true })).sort()) {
    const source = path.join(from, name);
    const stat = await lstat(source);
    if (!stat.isFile() || stat.size > MAX_KEPT_BYTES) continue;
    const cleaned = redact(await readFile(source), secrets);
    found ||= cleaned.found;
    await writeWhole(path.join(to, name), cleaned.bytes);
  }
  return { found };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
