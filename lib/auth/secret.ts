import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "@/lib/config";

/** 256 bits as hexadecimal digits. */
const DIGITS = 64;

/**
 * What signs session cookies: the configured secret, or one that is made once and kept in the data folder.
 * Changing it signs everybody out and does nothing else.
 */
export function authSecret(config: Pick<Config, "dataDir" | "accounts">): string {
  return config.accounts.secret ?? keptSecret(path.join(config.dataDir, "auth-secret"));
}

function keptSecret(file: string): string {
  const kept = read(file);
  if (kept !== null) return kept;
  mkdirSync(path.dirname(file), { recursive: true });
  const whole = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(whole, `${randomBytes(DIGITS / 2).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
  try {
    // A link never overwrites: of two processes that make one at once, the second takes the first one's.
    linkSync(whole, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(whole);
  }
  const made = read(file);
  if (made === null) throw new Error(`${file} vanished while it was made. Look at who else writes there.`);
  return made;
}

function read(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  if (!/^[0-9a-f]+$/.test(text) || text.length !== DIGITS) {
    throw new Error(`${file} is damaged. Delete it: a new one is made, and everybody signs in again.`);
  }
  return text;
}
