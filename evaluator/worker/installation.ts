import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "@/lib/db/make-folder";

/**
 * The id that tells this installation's containers from those of others on the same engine. Made once and
 * kept in the data folder; of two processes that make it at the same time the first one wins.
 */
export function installationId(dataDir: string): string {
  const file = path.join(dataDir, "installation-id");
  const known = read(file);
  if (known !== null) return known;
  makeFolder(dataDir);
  const temporary = `${file}.${process.pid}.part`;
  writeFileSync(temporary, `${randomBytes(8).toString("hex")}\n`);
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  const made = read(file);
  if (made === null) throw new Error(`${file} holds no installation id; remove it and start again.`);
  return made;
}

function read(file: string): string | null {
  try {
    const text = readFileSync(file, "utf8").trim();
    return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text) ? text : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
