import { readFile, writeFile } from "node:fs/promises";
import * as z from "zod";

const recordSchema = z.object({
  id: z.string().min(1),
  labels: z.record(z.string(), z.string()),
  /** Ids of the images that it stands on. */
  images: z.array(z.string()),
});

/** What a sandbox's folder says about it, for whoever finds it when its worker is gone. */
export type SandboxRecord = z.infer<typeof recordSchema>;

export async function readRecord(file: string): Promise<SandboxRecord | null> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}

export async function writeRecord(file: string, record: SandboxRecord): Promise<void> {
  await writeFile(file, JSON.stringify(record), { mode: 0o600 });
}
