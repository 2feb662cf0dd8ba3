import { expect, test } from "vitest";
import { submissionAboutSchema } from "./portal";

const isTaken = (about: object) => submissionAboutSchema.safeParse(about).success;

test("an organisation is one line of visible text in any script", () => {
  for (const organisation of ["Institute", "東京大学", "École 🧪", "<b>Lab</b>", '=HYPERLINK("x")'])
    expect(isTaken({ organisation }), organisation).toBe(true);
  for (const organisation of [
    "a\nb",
    "a\u0000",
    "a\u202eb",
    "a\u2066b",
    "a\u200b",
    "a\ud800",
    "x".repeat(121),
  ])
    expect(isTaken({ organisation }), JSON.stringify(organisation)).toBe(false);
});

test("a link leads to the web and nowhere else", () => {
  for (const link of ["https://example.org/a?b#c", "http://example.org"])
    expect(isTaken({ link }), link).toBe(true);
  for (const link of [
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://example.org",
    "//example.org",
    "example.org",
  ])
    expect(isTaken({ link }), link).toBe(false);
});
