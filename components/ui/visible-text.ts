/**
 * Control characters, bidirectional overrides and zero-width characters: they can make a text read
 * otherwise than it is. Tab and line feed are left alone.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const ODD = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The text with such characters written out: "⟨U+202E⟩"; a carriage return at a line's end as "␍". */
export function visibleText(text: string): string {
  return text
    .replace(/\r(?=\n|$)/g, "␍")
    .replace(
      ODD,
      (character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
    );
}

/** Text of a log: carriage returns and colour sequences are how terminals draw, not part of it. */
export function logText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour sequence begins with one
  return visibleText(text.replace(/\u001b\[[0-9;]*m/g, "").replace(/\r\n/g, "\n"));
}
