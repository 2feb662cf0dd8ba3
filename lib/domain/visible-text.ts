/**
 * Control characters, bidirectional overrides, zero-width and tag characters: they can make a text read
 * otherwise than it is, and a terminal obey it. Tab and line feed are left alone.
 */
const ODD =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** The text with such characters written out: "⟨U+202E⟩"; a carriage return at a line's end as "␍". */
export function visibleText(text: string): string {
  return text.replace(/\r(?=\n|$)/g, "␍").replace(ODD, (character) => `⟨U+${hex(character)}⟩`);
}

/** The same for what must stay one line, such as the name of a file. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll("\n", "␊");
}

/** Text of a log: carriage returns and colour sequences are how terminals draw, not part of it. */
export function logText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour sequence begins with one
  return visibleText(text.replace(/\u001b\[[0-9;]*m/g, "").replace(/\r\n/g, "\n"));
}

/** JSON for people and programs alike: the same value, with such characters in JSON's own escapes. */
export function visibleJson(value: unknown): string {
  const escaped = (character: string) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("");
  return JSON.stringify(value, null, 2).replace(ODD, escaped);
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
