import { expect, test } from "vitest";
import { imageUrls, issueText } from "./issue-text";

const bodyOf = (body: string, known: Record<string, string> = {}) =>
  issueText({ title: "T", body }, new Map(Object.entries(known))).slice("T\n\n".length, -1);

test("the text is title, empty line, body, with line feeds alone and one at the end", () => {
  expect(issueText({ title: " Camera\r\nshakes ", body: "One\r\ntwo\rthree\n\n" })).toBe(
    "Camera shakes\n\nOne\ntwo\nthree\n",
  );
  expect(issueText({ title: "Only a title", body: "" })).toBe("Only a title\n");
});

test("control characters that steer a terminal are taken out, other languages and tabs stay", () => {
  expect(bodyOf("a\u001b[2Jb\u0000\u009bc\td Персонаж 主角 🎮")).toBe("a[2Jbc\td Персонаж 主角 🎮");
});

test.each([
  ["![shot](https://x.test/a.png)", "https://x.test/a.png"],
  ['![a [b] c](<https://x.test/a b.png> "title")', "https://x.test/a b.png"],
  ["![](https://x.test/a_(1).png)", "https://x.test/a_(1).png"],
  ["[![x](https://x.test/in.png)](https://x.test/link)", "https://x.test/in.png"],
  ["![pic][one]\n\n[One]: https://x.test/ref.png", "https://x.test/ref.png"],
  ["![one]\n\n[one]: <https://x.test/short.png>", "https://x.test/short.png"],
  ['<img width="300" alt="a > b" src="https://x.test/t.png?a=1&amp;b=2" />', "https://x.test/t.png?a=1&b=2"],
  ["<IMG\nsrc='https://x.test/u.png'>", "https://x.test/u.png"],
])("%s is an image", (markdown, url) => {
  expect(imageUrls(markdown)).toEqual([url]);
});

test.each([
  "`![shot](https://x.test/a.png)`",
  "```\n![shot](https://x.test/a.png)\n```",
  "> ~~~cs\n> ![shot](https://x.test/a.png)\n> ~~~",
  "<!-- ![shot](https://x.test/a.png) -->",
  "\\![shot](https://x.test/a.png)",
  "![no address]",
  "![open](https://x.test/a.png",
  "[a link](https://x.test/a.png)",
  "<imgur src='https://x.test/a.png'>",
])("%j holds no image", (markdown) => {
  expect(imageUrls(markdown)).toEqual([]);
  expect(bodyOf(markdown)).toBe(markdown);
});

test("a lone backtick hides no image of a later paragraph, and text after a code block counts again", () => {
  expect(imageUrls("it's `odd\n\n![a](u1)\n\n`x` ```\n\n```\ncode\n```\n![b](u2)")).toEqual(["u1", "u2"]);
});

test("without a description an image becomes [image], with one it is told in brackets on one line", () => {
  const body = "See ![a](u1) and <img src=u2>.\n\n![a again](u1)";
  expect(bodyOf(body)).toBe("See [image] and [image].\n\n[image]");
  expect(bodyOf(body, { u1: "A red\n\n[error] ![x](evil)" })).toBe(
    "See [image: A red (error) !(x)(evil)] and [image].\n\n[image: A red (error) !(x)(evil)]",
  );
});

test("a description is cut where it would drown the issue", () => {
  expect(bodyOf("![a](u)", { u: "x".repeat(5000) }).length).toBe("[image: ]".length + 1500);
});

test.each([
  ["unclosed images", "![".repeat(50_000)],
  ["unclosed tags", "<img a='".repeat(15_000)],
  ["backtick runs on one line", "``` x ".repeat(15_000)],
  ["runs of growing length", Array.from({ length: 360 }, (_, n) => "`".repeat(n + 1)).join(" ")],
  ["open comments", "<!-- ".repeat(20_000)],
  ["definitions without end", "[a".repeat(50_000)],
  ["brackets and blanks", `![a](${" ".repeat(1900)}`.repeat(200)],
])("hostile text is read in no time: %s", (_name, body) => {
  const begun = performance.now();
  issueText({ title: "T", body });
  expect(performance.now() - begun).toBeLessThan(3000);
});
