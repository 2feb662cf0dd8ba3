import { expect, test } from "vitest";
import { readConfig } from "@/lib/config";

const cpus = (value: string) => readConfig({ SWE_GAME_BENCH_CPUS: value }).cpus;

test("a container may be given a part of a processor, and the editor's own number where nothing is set", () => {
  expect(cpus("0.5")).toBe(0.5);
  expect(cpus(" 8 ")).toBe(8);
  expect(cpus("")).toBe(0);
});

test.each(["-1", "0.001", "2000", "two", "NaN"])(
  "%s processors are refused, by the variable's name",
  (value) => {
    expect(() => cpus(value)).toThrow("SWE_GAME_BENCH_CPUS: must be a number from 0.01 to 1024");
  },
);
