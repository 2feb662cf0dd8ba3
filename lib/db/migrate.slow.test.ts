import { spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { MIGRATIONS, temporaryFolder } from "@/tests/support/database";
import { openDatabase } from "./client";
import { isMigrated, MigrationError, migrateDatabase } from "./migrate";

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.number(), when: z.number(), tag: z.string() })),
});

const MIGRATION_COUNT = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql")).length;

let folder: ReturnType<typeof temporaryFolder>;
let migrations: string;
beforeEach(() => {
  folder = temporaryFolder();
  migrations = path.join(folder.dir, "drizzle");
  cpSync(MIGRATIONS, migrations, { recursive: true });
});
afterEach(() => folder.remove());

const open = () => openDatabase(path.join(folder.dir, "data", "x.sqlite"));

/** Adds a migration to the copied folder. `after` is its distance in time from the last one. */
function addMigration(tag: string, sql: string, after = 1): void {
  const file = path.join(migrations, "meta", "_journal.json");
  const journal = journalSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const last = journal.entries.at(-1);
  const entry = {
    idx: journal.entries.length,
    version: "6",
    when: (last?.when ?? 0) + after,
    tag,
    breakpoints: true,
  };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  writeFileSync(path.join(migrations, `${tag}.sql`), sql);
}

describe("migrations", () => {
  test("the journal's times strictly increase, so that no migration is skipped in silence", () => {
    const journal = journalSchema.parse(
      JSON.parse(readFileSync(path.join(MIGRATIONS, "meta/_journal.json"), "utf8")),
    );
    const times = journal.entries.map((entry) => entry.when);
    expect(times.length).toBeGreaterThan(0);
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
    expect(journal.entries.every((entry) => existsSync(path.join(MIGRATIONS, `${entry.tag}.sql`)))).toBe(
      true,
    );
  });

  test("run once, and a second call changes nothing", () => {
    const database = open();
    expect(isMigrated(database, migrations)).toBe(false);
    expect(migrateDatabase(database, migrations)).toBe(MIGRATION_COUNT);
    expect(migrateDatabase(database, migrations)).toBe(0);
    expect(isMigrated(database, migrations)).toBe(true);
    expect(database.connection.pragma("foreign_keys", { simple: true })).toBe(1);
    expect(database.connection.pragma("journal_mode", { simple: true })).toBe("wal");
    database.close();
  });

  test("a database newer than the code is refused with what to do", () => {
    const database = open();
    addMigration("0001_later", "create table later (id integer);");
    migrateDatabase(database, migrations);
    expect(() => migrateDatabase(database, MIGRATIONS)).toThrow(
      /newer than this version of the code .*Update/,
    );
    database.close();
  });

  test("a database whose first migration is another one is refused", () => {
    const database = open();
    migrateDatabase(database, migrations);
    writeFileSync(path.join(migrations, "0000_first.sql"), "create table other (id integer);");
    expect(() => migrateDatabase(database, migrations)).toThrow(MigrationError);
    database.close();
  });

  test("a migration made out of order is told, not skipped", () => {
    const database = open();
    migrateDatabase(database, migrations);
    addMigration("0001_early", "create table early (id integer);", -1000);
    expect(() => migrateDatabase(database, migrations)).toThrow(/out of order/);
    database.close();
  });

  test("rebuilding a table keeps the rows that refer to it", () => {
    const database = open();
    addMigration(
      "0001_tables",
      "create table parent (id integer primary key);\n--> statement-breakpoint\n" +
        "create table child (parent integer references parent(id) on delete cascade);",
    );
    migrateDatabase(database, migrations);
    database.connection.exec("insert into parent values (1); insert into child values (1)");
    addMigration(
      "0002_rebuild",
      "create table new_parent (id integer primary key, name text);\n--> statement-breakpoint\n" +
        "insert into new_parent (id) select id from parent;\n--> statement-breakpoint\n" +
        "drop table parent;\n--> statement-breakpoint\nalter table new_parent rename to parent;",
    );
    migrateDatabase(database, migrations);
    expect(database.connection.prepare("select count(*) from child").pluck().get()).toBe(1);
    database.close();
  });

  test("a migration that leaves dangling references is told", () => {
    const database = open();
    migrateDatabase(database, migrations);
    addMigration(
      "0001_dangling",
      "insert into api_keys values ('k','nobody','name','prefix','sha',1,null,null,null);",
    );
    expect(() => migrateDatabase(database, migrations)).toThrow(/refer to rows that do not exist/);
    database.close();
  });

  test("four processes at once apply each migration once", async () => {
    const args = [path.join(folder.dir, "data", "x.sqlite"), migrations];
    const counts = await Promise.all(Array.from({ length: 4 }, () => runScript("migrate-child.ts", args)));
    expect(counts.toSorted()).toEqual(["0", "0", "0", String(MIGRATION_COUNT)]);
  });
});

function runScript(name: string, args: readonly string[]): Promise<string> {
  const script = path.resolve(import.meta.dirname, "../../tests/support", name);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", script, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.on("error", reject);
    child.on("close", () => resolve(out.trim()));
  });
}
