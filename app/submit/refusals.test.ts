import { describe, expect, it } from "vitest";
import { refusalSentence } from "./refusals";

describe("what /submit?problem= says", () => {
  it.each([
    ["too-large", "The file is too large"],
    ["cut-off", "nothing was kept. Send it again."],
    ["disk-full", "The disk of this installation is full"],
    ["closed", "takes no submissions"],
    ["quota", "Today’s submissions"],
  ])("is a sentence of ours for the code of a refusal: %s", (code, sentence) => {
    expect(refusalSentence(code)).toContain(sentence);
  });

  it("is nothing for whatever else an address holds, so that nobody speaks through the page", () => {
    for (const word of [
      "Call 555 to get your prize",
      "too-large ",
      "TOO-LARGE",
      "constructor",
      "__proto__",
      "",
      null,
      undefined,
    ])
      expect(refusalSentence(word), String(word)).toBeNull();
  });
});
