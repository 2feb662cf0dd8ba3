import { expect, test } from "vitest";
import { verdict } from "./witness";

const bytes = (text: string) => Buffer.from(text);
const code = (watcher: number | null, editor = 2) => ({ watcher, editor });

test("a file that was seen as it lies there is left alone", () => {
  expect(verdict(bytes("<run/>"), bytes("<run/>"), code(null))).toEqual({ status: "same" });
  expect(verdict(bytes(""), null, code(null))).toEqual({ status: "same" });
});

test("a file seen in part, or not at all, contradicts nothing", () => {
  expect(verdict(bytes("<ru"), bytes("<run/>"), code(null))).toEqual({ status: "unseen" });
  expect(verdict(bytes(""), bytes("<run/>"), code(127))).toEqual({ status: "unseen" });
});

test.each([
  ["other bytes of the same length", "<run a='Failed'/>", "<run a='Passed'/>", null],
  ["a shorter file", "<run>long</run>", "<run>", null],
  ["a file written twice", "<run/><run/>", "<run/>", null],
  ["a deleted file", "<run/>", null, null],
  ["a killed watcher", "<run/>", "<run/>", 137],
])("%s is tampering", (_what, seen, final, watcher) => {
  expect(verdict(bytes(seen), final === null ? null : bytes(final), code(watcher)).status).toBe("tampered");
});

test("what kills editor and watcher together, before anything was saved, is no tampering", () => {
  expect(verdict(bytes(""), null, code(137, 137))).toEqual({ status: "same" });
  expect(verdict(bytes(""), bytes("<run/>"), code(137, 137)).status).toBe("tampered");
});
