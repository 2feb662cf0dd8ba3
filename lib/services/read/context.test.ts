import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";
import { MIGRATIONS, temporaryFolder } from "@/tests/support/database";
import { submit } from "@/tests/support/experiments";
import { createContextReader } from "./context";
import { readTabs } from "./tabs";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const file = () => path.join(folder.dir, "swe-game-bench.sqlite");

test("a database that is missing, unmigrated, filled or replaced is seen as what it is at each call", () => {
  const read = createContextReader(() => readConfig({ SWE_GAME_BENCH_DATA_DIR: folder.dir }));
  expect(read()).toMatchObject({ database: null, problems: [] });
  const fresh = openDatabase(file());
  fresh.connection.exec("create table other (id integer)");
  expect(read()).toMatchObject({ database: null, problems: [expect.stringContaining("migrate")] });
  migrateDatabase(fresh, MIGRATIONS);
  submit(fresh);
  expect(readTabs(read()).find((tab) => tab.set === "sample")?.experiments).toBe(1);
  fresh.close();
  renameSync(file(), `${file()}.old`);
  expect(read().database).toBeNull();
  const next = openDatabase(file());
  migrateDatabase(next, MIGRATIONS);
  next.close();
  expect(readTabs(read()).find((tab) => tab.set === "sample")?.experiments).toBe(0);
  read().database?.close();
});

test("a dataset that cannot be read is told with its place, until it is mended", () => {
  const read = createContextReader(() =>
    readConfig({ SWE_GAME_BENCH_DATA_DIR: folder.dir, BENCHMARK_DIR: folder.dir }),
  );
  expect(read().problems).toEqual([]);
  expect(readTabs(read()).find((tab) => tab.set === "sample")?.instances).toBeGreaterThan(0);
  const instances = path.join(folder.dir, "instances.json");
  writeFileSync(instances, "[{");
  writeFileSync(path.join(folder.dir, "repos.yaml"), "{}");
  expect(read().problems).toEqual([expect.stringContaining(`${instances} is not JSON`)]);
  writeFileSync(instances, "[]\n");
  expect(read().problems).toEqual([]);
});
