import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "@/lib/config";
import { temporaryFolder } from "@/tests/support/database";
import { authSecret } from "./secret";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());
const config = (env: Record<string, string> = {}) =>
  readConfig({ SWE_GAME_BENCH_DATA_DIR: path.join(folder.dir, "data"), ...env });

test("a secret is made once, for its owner's eyes, and nothing half-written is left beside it", () => {
  const made = authSecret(config());
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(authSecret(config())).toBe(made);
  const data = path.join(folder.dir, "data");
  expect(readdirSync(data)).toEqual(["auth-secret"]);
  expect(statSync(path.join(data, "auth-secret")).mode & 0o777).toBe(0o600);
});

test("a configured secret wins and writes nothing; one that is too short is refused without repeating it", () => {
  const secret = "s".repeat(40);
  expect(authSecret(config({ SWE_GAME_BENCH_AUTH_SECRET: secret }))).toBe(secret);
  expect(readdirSync(folder.dir)).toEqual([]);
  const short = () => config({ SWE_GAME_BENCH_AUTH_SECRET: "hunter2-short" });
  expect(short).toThrow(/SWE_GAME_BENCH_AUTH_SECRET/);
  expect(short).not.toThrow(/hunter2/);
});

test("a damaged secret is not used", () => {
  authSecret(config());
  const file = path.join(folder.dir, "data", "auth-secret");
  writeFileSync(file, readFileSync(file, "utf8").slice(0, 10));
  expect(() => authSecret(config())).toThrow(/damaged.*Delete it/);
});
