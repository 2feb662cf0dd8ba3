import { describe, expect, test } from "vitest";
import type { Answer } from "./answer";
import { keepAnswers } from "./kept-answers";

const LIMITS = { keptMs: 10_000, bytes: 16_000 };

/** Kept answers with a clock and a state of the data that the test sets. */
function setUp() {
  const world = { now: 0, version: "1", made: 0 };
  const kept = keepAnswers(
    () => world.version,
    LIMITS,
    () => world.now,
  );
  const make = (tookMs = 0, of: Partial<Answer> = {}) => {
    return async (): Promise<Answer> => {
      world.made += 1;
      const number = world.made;
      await Promise.resolve();
      world.now += tookMs;
      const body = Buffer.from(`answer ${number}`);
      return { status: 200, headers: {}, body, compressed: null, ...of };
    };
  };
  const text = async (key: string, maker = make()) => (await kept.get(key, maker)).body.toString();
  return { world, kept, make, text };
}

describe("kept answers", () => {
  test("are made once while the data stays as it is", async () => {
    const { world, text } = setUp();
    expect(await text("a")).toBe("answer 1");
    world.now = 9_999;
    expect(await text("a")).toBe("answer 1");
    world.now = 10_000;
    expect(await text("a")).toBe("answer 2");
  });

  test("that took long to make are kept for twenty times as long, a minute at most", async () => {
    const { world, text, make } = setUp();
    await text("a", make(1000));
    world.now = 1000 + 19_999;
    expect(await text("a")).toBe("answer 1");
    world.now = 1000 + 20_000;
    expect(await text("a", make(9000))).toBe("answer 2");
    world.now += 59_999;
    expect(await text("a")).toBe("answer 2");
    world.now += 1;
    expect(await text("a")).toBe("answer 3");
  });

  test("are made anew as soon as the data changes, when making takes no time", async () => {
    const { world, text } = setUp();
    await text("a");
    world.version = "2";
    expect(await text("a")).toBe("answer 2");
  });

  test("are given out after a change for five times as long as they took to make, one second at most", async () => {
    const { world, text, make } = setUp();
    await text("a", make(100));
    await text("slow", make(4000));
    world.version = "2";
    world.now = 4100 + 999;
    expect(await text("slow")).toBe("answer 2");
    expect(await text("a")).toBe("answer 3");
    world.now = 4100 + 1000;
    expect(await text("slow")).toBe("answer 4");
  });

  test("are made once for all who ask at the same time", async () => {
    const { world, kept, make } = setUp();
    await Promise.all(Array.from({ length: 20 }, () => kept.get("a", make())));
    expect(world.made).toBe(1);
  });

  test("never come from before a change when asked for after it", async () => {
    const { world, kept, make } = setUp();
    const before = kept.get("a", make());
    world.version = "2";
    const after = kept.get("a", make());
    expect([(await before).body.toString(), (await after).body.toString()]).toEqual(["answer 1", "answer 2"]);
    expect(world.made).toBe(2);
  });

  test("are kept apart by their keys", async () => {
    const { text } = setUp();
    expect([await text("a"), await text("b"), await text("a")]).toEqual(["answer 1", "answer 2", "answer 1"]);
  });

  test("leave the ones used longest ago when they grow too large", async () => {
    const { text, make, kept } = setUp();
    const large = () => make(0, { body: Buffer.alloc(900) });
    for (let index = 0; index < 18; index += 1) {
      await kept.get(`large ${index}`, large());
      await text("often");
    }
    expect(kept.peek("often")?.body.toString()).toBe("answer 2");
    expect(kept.peek("large 0")).toBeNull();
    expect(kept.peek("large 17")).not.toBeNull();
  });

  test.each<[string, Partial<Answer>]>([
    ["failures", { status: 500 }],
    ["missing pages", { status: 404 }],
    ["answers that set a cookie", { headers: { "set-cookie": ["a=b"] } }],
    ["very large answers", { body: Buffer.alloc(4001) }],
  ])("are not made of %s", async (_, answer) => {
    const { world, kept, make } = setUp();
    await kept.get("a", make(0, answer));
    await kept.get("a", make(0, answer));
    expect(world.made).toBe(2);
  });

  test("are asked for again after a failure", async () => {
    const { text, kept } = setUp();
    await expect(kept.get("a", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect(await text("a")).toBe("answer 1");
  });
});
