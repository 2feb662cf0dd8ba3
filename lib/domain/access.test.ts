import { describe, expect, test } from "vitest";
import { isMaintainer, mayAlter, mayRead, mayReadTestDetails, type Readable, type Reader } from "./access";

const owner: Reader = { id: "owner", role: "submitter" };
const other: Reader = { id: "other", role: "submitter" };
const maintainer: Reader = { id: "keeper", role: "maintainer" };
const open: Readable = {
  ownerId: "owner",
  visibility: "public",
  state: "complete",
  approval: "not-needed",
  withdrawnAt: null,
};

/** Who of owner, another submitter, a maintainer and a passer-by may. */
const readers = (change: Partial<Readable>) =>
  [owner, other, maintainer, null].map((reader) => mayRead(reader, { ...open, ...change }));
const alterers = (change: Partial<Readable>) =>
  [owner, other, maintainer, null].map((reader) => mayAlter(reader, { ...open, ...change }));

describe("reading a submission", () => {
  test("is for everybody once it is public and let in, also when it was withdrawn or cancelled", () => {
    for (const change of [
      {},
      { withdrawnAt: 1 },
      { state: "cancelled" as const },
      { approval: "approved" as const },
      { ownerId: null },
    ])
      expect(readers(change), JSON.stringify(change)).toEqual([true, true, true, true]);
  });

  test.each([
    { visibility: "hidden" as const },
    { state: "draft" as const },
    { approval: "waiting" as const },
    { approval: "rejected" as const },
    { approval: "approved" as const, visibility: "hidden" as const },
  ])("is for its owner and maintainers when %o", (change) => {
    expect(readers(change)).toEqual([true, false, true, false]);
  });

  test("without an owner is for maintainers alone when it is hidden, whoever has no id", () => {
    expect(readers({ ownerId: null, visibility: "hidden" })).toEqual([false, false, true, false]);
  });
});

describe("altering a submission", () => {
  test("is for its owner and maintainers, and after it was withdrawn for maintainers", () => {
    expect(alterers({})).toEqual([true, false, true, false]);
    expect(alterers({ withdrawnAt: 1 })).toEqual([false, false, true, false]);
    expect(alterers({ ownerId: null })).toEqual([false, false, true, false]);
  });
});

test("only a maintainer is one, and details of hidden tests are theirs outside the sample", () => {
  expect([owner, maintainer, null].map(isMaintainer)).toEqual([false, true, false]);
  expect([owner, maintainer, null].map((reader) => mayReadTestDetails(reader, "golden"))).toEqual([
    false,
    true,
    false,
  ]);
  expect(mayReadTestDetails(null, "sample")).toBe(true);
});
