import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { CommandFailure, EXIT } from "./exit-codes";
import { createProgress } from "./ui/progress";
import { rawStream, visibleStream } from "./visible-stream";

const EVIL = "a\u001b[2J\u001b]0;x\u0007\u202e.cs";
const SEEN = "a⟨U+001B⟩[2J⟨U+001B⟩]0;x⟨U+0007⟩⟨U+202E⟩.cs";

function stream(isTTY: boolean) {
  const below = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;
  const text = () => String((below as unknown as PassThrough).read() ?? "");
  return { below, visible: visibleStream(below), text };
}

test("what a terminal would obey is written out, whatever command says it", () => {
  const { visible, text } = stream(false);
  visible.write(`${EVIL}\tb\n`);
  expect(text()).toBe(`${SEEN}\tb\n`);
  expect(visible.isTTY).toBe(false);
});

test("progress on a terminal draws its bar, and its words are made visible all the same", () => {
  const { below, visible, text } = stream(true);
  expect(rawStream(visible)).toBe(below);
  const progress = createProgress(visible, "Attempts");
  progress.update({ done: 0, total: 2, note: EVIL });
  progress.line(EVIL);
  progress.stop();
  const drawn = text();
  expect(drawn).toContain("\r\u001b[K");
  expect(drawn).toContain(`${SEEN}\n`);
  expect(drawn).not.toContain("\u0007");
  expect(drawn).not.toContain("\u001b[2J");
});

test("a failure's words are visible wherever they are printed", () => {
  const failure = new CommandFailure(EXIT.input, EVIL, EVIL);
  expect([failure.message, failure.mend]).toEqual([SEEN, SEEN]);
});
