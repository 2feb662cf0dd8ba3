import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scratchFolder } from "@/evaluator/tree/testing/repository";
import { lockFolder } from "./lock";

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let file: string;
beforeEach(async () => {
  scratch = await scratchFolder();
  file = path.join(scratch.dir, ".lock");
});
afterEach(() => scratch.cleanUp());

test("one of many gets the lock, and the next one when it is released", async () => {
  const locks = await Promise.all([1, 2, 3].map(() => lockFolder(scratch.dir)));
  const held = locks.filter((lock) => lock.status === "held");
  expect(held).toHaveLength(1);
  for (const lock of held) await lock.release();
  expect(readdirSync(scratch.dir)).toEqual([]);
  expect((await lockFolder(scratch.dir)).status).toBe("held");
});

test("the lock of a dead process is taken over, that of another machine is not", async () => {
  const dead = spawnSync("true").pid;
  writeFileSync(file, `${hostname()} ${dead}\n`);
  const lock = await lockFolder(scratch.dir);
  expect(lock.status).toBe("held");
  writeFileSync(file, "elsewhere 1\n");
  expect(await lockFolder(scratch.dir)).toEqual({ status: "taken", by: "process 1 on elsewhere" });
  expect(existsSync(file)).toBe(true);
});
