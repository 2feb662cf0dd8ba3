import { describe, expect, it } from "vitest";
import { logText, visibleJson, visibleLine, visibleText } from "./visible-text";

const EVIL = "a\u001b[31mEVIL\u001b]0;x\u0007\u009b2J\u202egnp.cs";

describe("text of others", () => {
  it("has its control characters, overrides and invisible characters written out", () => {
    expect(visibleText(EVIL)).toBe("a⟨U+001B⟩[31mEVIL⟨U+001B⟩]0;x⟨U+0007⟩⟨U+009B⟩2J⟨U+202E⟩gnp.cs");
    expect(visibleText("\u061c\u200b\ufeff\u{e0041}")).toBe("⟨U+061C⟩⟨U+200B⟩⟨U+FEFF⟩⟨U+E0041⟩");
    expect(visibleText("Герой\t😀\nzwei")).toBe("Герой\t😀\nzwei");
  });

  it("stays one line where it must", () => {
    expect(visibleLine("a\nFAIL  b\r\nc")).toBe("a␊FAIL  b␍␊c");
  });

  it("loses the colours of a log, and nothing else", () => {
    expect(logText("\u001b[31mred\u001b[0m\r\n\u0007")).toBe("red\n⟨U+0007⟩");
  });

  it("is the same value in JSON, without a character that a terminal obeys", () => {
    const json = visibleJson({ path: EVIL, tag: "\u{e0041}" });
    expect(JSON.parse(json)).toEqual({ path: EVIL, tag: "\u{e0041}" });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});
