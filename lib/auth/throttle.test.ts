import { afterEach, beforeEach, expect, test } from "vitest";
import { throttles } from "@/lib/db/schema";
import { countRows, temporaryDatabase } from "@/tests/support/database";
import { clearTries, LIMITS, takeTry } from "./throttle";

let store: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  store = temporaryDatabase();
});
afterEach(() => store.remove());

const { tries, windowMs } = LIMITS["sign-in"];
const START = 1_800_000_000_000;
const take = (target: string, now = START) => takeTry(store.database, "sign-in", target, now);

test("tries at one target are allowed up to the limit, and again when its window is over", () => {
  for (let index = 0; index < tries; index += 1) expect(take("ada", START + index).status).toBe("allowed");
  expect(take("ada", START + windowMs - 1)).toEqual({ status: "throttled", retryAt: START + windowMs });
  expect(take("ada", START + windowMs)).toEqual({ status: "allowed" });
});

test("being refused does not make the wait longer, and other targets and kinds go on", () => {
  for (let index = 0; index < tries + 50; index += 1) take("ada");
  expect(take("ada", START + windowMs - 1)).toEqual({ status: "throttled", retryAt: START + windowMs });
  expect(take("bob").status).toBe("allowed");
  expect(takeTry(store.database, "change-password", "ada", START).status).toBe("allowed");
});

test("a right try forgets the wrong ones", () => {
  for (let index = 0; index < tries; index += 1) take("ada");
  clearTries(store.database.query, "sign-in", "ada");
  expect(take("ada").status).toBe("allowed");
});

test("the table holds no address and no name, and old rows go", () => {
  take("ada@example.org");
  expect(JSON.stringify(store.database.query.select().from(throttles).all())).not.toContain("ada");
  take("bob", START + 25 * 3600 * 1000);
  expect(countRows(store.database, throttles)).toBe(1);
});
