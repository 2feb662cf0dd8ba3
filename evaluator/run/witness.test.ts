import { expect, test } from "vitest";
import { afterDocument, endsDocument } from "./results-text";
import { judge } from "./witness";

const bytes = (text: string) => Buffer.from(text);
const RUN = '<?xml version="1.0"?>\n<test-run><test-case result="Failed"/></test-run>';
const FORGED = RUN.replace("Failed", "Passed");
const ended = (watcher: number | null, saved = true, code = 2) => ({ watcher, saved, code });

test("results that were written once are what is graded", () => {
  expect(judge(bytes(RUN), false, ended(null))).toEqual({
    status: "seen",
    xml: bytes(RUN),
    truncated: false,
  });
  expect(judge(bytes(`${RUN}\n`), false, ended(null)).status).toBe("seen");
});

test("nothing written is no result when the log does not speak of any, and proves nothing when it does", () => {
  expect(judge(bytes(""), false, ended(null, false))).toEqual({
    status: "seen",
    xml: null,
    truncated: false,
  });
  expect(judge(bytes(""), false, ended(null)).status).toBe("unseen");
  expect(judge(bytes(""), false, ended(127)).status).toBe("unseen");
});

test("a part of a file is left for the reader of results to refuse", () => {
  expect(judge(bytes(RUN.slice(0, 40)), false, ended(null)).status).toBe("seen");
  expect(judge(bytes(RUN.slice(0, 40)), true, ended(null))).toMatchObject({
    status: "seen",
    truncated: true,
  });
});

test.each([
  ["a second version", RUN + FORGED],
  ["a version before the real one", FORGED + RUN],
  ["a part of a second version", RUN + FORGED.slice(0, 30)],
])("%s is tampering", (_what, seen) => {
  expect(judge(bytes(seen), false, ended(null)).status).toBe("tampered");
});

test("a watcher killed alone is tampering; one killed with the editor, before anything was saved, is not", () => {
  expect(judge(bytes(RUN), false, ended(137)).status).toBe("tampered");
  expect(judge(bytes(""), false, ended(137, false, 137)).status).toBe("seen");
  expect(judge(bytes(RUN), false, ended(137, true, 137)).status).toBe("tampered");
});

test("an end tag in a test's own output ends no document", () => {
  const printed = "<test-run><output><![CDATA[</test-run><test-run>]]></output></test-run>";
  expect(afterDocument(bytes(printed))).toBe("");
  expect(afterDocument(bytes(`${printed}<x/>`))).toBe("<x/>");
  expect(judge(bytes(printed), false, ended(null)).status).toBe("seen");
});

test("the end of a document is seen behind white space and not in the middle", () => {
  expect(endsDocument(bytes(`${RUN}\r\n  `))).toBe(true);
  expect(endsDocument(bytes(`${RUN}<x`))).toBe(false);
  expect(endsDocument(bytes(""))).toBe(false);
});
