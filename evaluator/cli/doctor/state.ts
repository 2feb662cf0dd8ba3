import { existsSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import path from "node:path";
import { findLicence } from "@/evaluator/unity/licence";
import type { Config } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { isMigrated, migrationsFolderOf } from "@/lib/db/migrate";
import { type Check, checker, gibibytes } from "./check";

const LEAST_ROOM = 1 * 2 ** 30;
/** Nine repositories as mirrors take 4 GB, runs a few hundred kilobytes each. */
const ENOUGH_ROOM = 8 * 2 ** 30;

/** The data folder: space, and whether it can be written. */
export async function checkDataFolder(dir: string): Promise<Check> {
  const say = checker("data", "Data folder");
  const existing = nearestExisting(dir);
  const writable = await access(existing, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    return say("fail", `${existing} cannot be written.`, "Change its owner, or set SWE_GAME_BENCH_DATA_DIR.");
  const { bavail, bsize } = await statfs(existing);
  const free = bavail * bsize;
  const message = `${dir}, ${gibibytes(free)} free`;
  const mend = "Make room, or set SWE_GAME_BENCH_DATA_DIR to another disk.";
  if (free < LEAST_ROOM) return say("fail", message, mend);
  return free < ENOUGH_ROOM
    ? say("warn", `${message}; mirrors of all repositories take about 4 GB`, mend)
    : say("ok", message);
}

function nearestExisting(dir: string): string {
  return existsSync(dir) ? dir : nearestExisting(path.dirname(dir));
}

/** The database: opens, is whole, has the schema of this code. */
export function checkDatabase(config: Pick<Config, "databaseFile" | "root">): Check {
  const say = checker("database", "Database");
  const { databaseFile, root } = config;
  if (!existsSync(databaseFile)) return say("note", "not there yet; the first start makes it.");
  try {
    const database = openDatabase(databaseFile, { readonly: true });
    try {
      const found = database.connection.pragma("quick_check(1)", { simple: true });
      if (found !== "ok")
        return say("fail", `${databaseFile} is damaged: ${String(found)}`, "Restore it from a backup.");
      if (!isMigrated(database, migrationsFolderOf(root)))
        return say("warn", "has another schema than this code.", "swe-game-bench migrate, or npm start.");
      return say("ok", databaseFile);
    } finally {
      database.close();
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return say(
      "fail",
      `${databaseFile} cannot be opened: ${why}`,
      "Check its rights, or restore it from a backup.",
    );
  }
}

/** The Unity licence, which golden and candidates need and the sample does not. */
export function checkLicence(place: string): Check {
  const say = checker("licence", "Unity licence");
  const licence = findLicence(place);
  if (licence.status === "found") return say("ok", licence.file);
  const missing = licence.status === "licence-missing";
  return say(
    missing ? "warn" : "fail",
    `${licence.message}${missing ? " The sample set needs none; golden and candidates do." : ""}`,
    licence.mend,
  );
}
