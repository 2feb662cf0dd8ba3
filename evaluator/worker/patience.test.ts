import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { experiments } from "@/lib/db/schema";
import { temporaryDatabase } from "@/tests/support/database";
import { submit } from "@/tests/support/experiments";
import { untilFree } from "./patience";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

test("a write waits longer than the driver's timeout for somebody else's", async () => {
  submit(temporary.database);
  const other = openDatabase(temporary.database.file);
  temporary.database.connection.pragma("busy_timeout = 1");
  other.connection.exec("begin immediate");
  setTimeout(() => other.connection.exec("rollback"), 100);
  let tries = 0;
  await untilFree(() => {
    tries += 1;
    temporary.database.write((tx) => tx.update(experiments).set({ k: 7 }).run());
  }, 20);
  expect(tries).toBeGreaterThan(1);
  other.close();
});

test("other errors are told at once", async () => {
  let tries = 0;
  const broken = () => {
    tries += 1;
    throw new Error("no such table");
  };
  await expect(untilFree(broken, 1)).rejects.toThrow("no such table");
  expect(tries).toBe(1);
});
