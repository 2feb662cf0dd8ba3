import { describe, expect, it } from "vitest";
import { queries, readQuery } from "./queries";

const read = (text: string) => readQuery(queries.experiments, new URLSearchParams(text));

describe("the parameters of an address of data", () => {
  it("are read into what the code works with", () => {
    expect(read("set=core&current=true&limit=5&format=csv")).toEqual({
      status: "read",
      query: { set: "candidates", current: true, limit: 5, format: "csv" },
    });
    expect(read("")).toEqual({ status: "read", query: {} });
  });

  it("of which the first of several counts", () => {
    expect(read("set=golden&set=sample")).toMatchObject({ query: { set: "golden" } });
  });

  it.each([
    [
      "sett=golden",
      "There is no parameter sett.",
      "Parameters here: set, agent, model, current, limit, offset, format.",
    ],
    ["set=none", 'set is "none", which is not understood.', "One of golden, candidates, sample, core."],
    ["limit=1e9", 'limit is "1e9", which is not understood.', "Too big: expected number to be <=1000"],
    ["current=1", 'current is "1", which is not understood.', "One of true, false."],
  ])("are refused with what is wrong and what would be right: %s", (text, message, mend) => {
    expect(read(text)).toEqual({ status: "refused", message, mend });
  });
});
