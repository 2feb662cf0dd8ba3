import { expect, test } from "vitest";
import { capturedLog, lineStream } from "./log-stream";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("lines come whole whatever the chunks are, also when one splits a character or a secret", () => {
  const lines: string[] = [];
  const stream = lineStream(["SERIAL-1234"], (line) => lines.push(line));
  const bytes = Buffer.from("für SERIAL-1234\r\nzwei\ndrei");
  for (const byte of bytes) stream.push(Uint8Array.of(byte));
  stream.flush();
  expect(lines).toEqual(["für [licence]", "zwei", "drei"]);
});

test("a line without end is told in pieces and not kept in memory", () => {
  const lines: string[] = [];
  const stream = lineStream([], (line) => lines.push(line));
  for (let i = 0; i < 100; i++) stream.push(Buffer.alloc(10_000, "x"));
  expect(lines.length).toBeGreaterThan(10);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(4000);
});

test("the kept log says what was left out and holds no secret", () => {
  const capture = { head: Buffer.from("begin SERIAL-1234"), tail: Buffer.from("end"), omittedBytes: 7 };
  expect(text(capturedLog(capture, ["SERIAL-1234"]))).toBe(
    "begin [licence]\n[... 7 bytes of log left out ...]\nend",
  );
  expect(text(capturedLog({ ...capture, omittedBytes: 0 }, []))).toBe("begin SERIAL-1234end");
});

test("a secret that lies over a joint of the capture is found, and one that the cut went through leaves no piece", () => {
  const secret = "F4-AAAA-BBBB-CCCC";
  const whole = capturedLog(
    { head: Buffer.from("head F4-AAAA-"), tail: Buffer.from("BBBB-CCCC tail"), omittedBytes: 0 },
    [secret],
  );
  expect(Buffer.from(whole).toString()).toBe("head [licence] tail");
  const cut = capturedLog(
    { head: Buffer.from("head F4-AAAA-BB"), tail: Buffer.from("BBB-CCCC tail"), omittedBytes: 7 },
    [secret],
  );
  expect(Buffer.from(cut).toString()).toBe("head \n[... 7 bytes of log left out ...]\n tail");
});

test("a secret in a line without end is found wherever the pieces of the line are cut", () => {
  const secret = "F4-AAAA-BBBB-CCCC";
  const told: string[] = [];
  const stream = lineStream([secret], (line) => told.push(line));
  const text = `${"x".repeat(15_990)}${secret}${"y".repeat(20_000)}`;
  for (let at = 0; at < text.length; at += 7) stream.push(Buffer.from(text.slice(at, at + 7)));
  stream.flush();
  expect(told.join("")).not.toMatch(/F4-|AAAA|BBBB|CCCC/);
});
