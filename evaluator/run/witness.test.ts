import { expect, test } from "vitest";
import { verdict } from "./witness";

const bytes = (text: string) => Buffer.from(text);

test("a file that was seen as it lies there is left alone", () => {
  expect(verdict(bytes("<run/>"), bytes("<run/>"), null)).toEqual({ status: "same" });
  expect(verdict(bytes(""), null, null)).toEqual({ status: "same" });
});

test("a file seen in part, or not at all, contradicts nothing", () => {
  expect(verdict(bytes("<ru"), bytes("<run/>"), null)).toEqual({ status: "unseen" });
  expect(verdict(bytes(""), bytes("<run/>"), 127)).toEqual({ status: "unseen" });
});

test.each([
  ["other bytes of the same length", "<run a='Failed'/>", "<run a='Passed'/>", null],
  ["a shorter file", "<run>long</run>", "<run>", null],
  ["a file written twice", "<run/><run/>", "<run/>", null],
  ["a deleted file", "<run/>", null, null],
  ["a killed watcher", "<run/>", "<run/>", 137],
])("%s is tampering", (_what, seen, final, code) => {
  expect(verdict(bytes(seen), final === null ? null : bytes(final), code).status).toBe("tampered");
});
