import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { badgeSvg, badgeWords } from "./badge";

const view = {
  set: "golden",
  standin: false,
  complete: true,
  official: true,
  current: true,
  score: { value: 0.41235 },
  verified: null,
  submission: { withdrawn: null },
} as const;

describe("a badge", () => {
  it("has Score, set and verification", () => {
    expect(badgeWords(view)).toEqual({ left: "SWE-game-bench golden", right: "Score 0.412, unverified" });
    expect(badgeWords({ ...view, verified: {} }).right).toBe("Score 0.412, verified");
  });

  it("names the stand-in", () => {
    expect(badgeWords({ ...view, set: "sample", standin: true }).left).toBe(
      "SWE-game-bench sample (stand-in)",
    );
  });

  it.each([
    [{ submission: { withdrawn: {} }, verified: {} }, "withdrawn"],
    [{ official: false, score: null }, "smoke test, no Score"],
    [{ complete: false, score: null }, "incomplete, no Score"],
    [{ current: false }, "Score 0.412, unverified, earlier submission"],
  ])("never says more than the page: %o", (change, right) => {
    expect(badgeWords({ ...view, ...change }).right).toBe(right);
  });

  it("is well-formed XML that shows its words as text, whatever they are", () => {
    const hostile = { left: '</text><script>alert(1)</script>"&\u0000', right: "<a href='x'>" };
    const texts: string[] = [];
    const names: string[] = [];
    const parser = new SaxesParser();
    parser.on("error", (error) => {
      throw error;
    });
    parser.on("opentag", ({ name }) => names.push(name));
    parser.on("text", (text) => texts.push(text));
    parser.write(badgeSvg(hostile)).close();
    expect(new Set(names)).toEqual(new Set(["svg", "title", "path", "g", "text"]));
    expect(texts.join("|")).toContain('</text><script>alert(1)</script>"&\ufffd');
  });
});
