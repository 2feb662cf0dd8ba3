import { expect, test } from "vitest";
import type { PatchCheck, TouchedFile } from "@/lib/domain/patch";
import { patchLines } from "./patch-lines";

function applied(paths: string[], refusals: { path: string; message: string }[] = []): PatchCheck {
  const touched = paths.map(
    (path): TouchedFile => ({
      status: "A",
      path,
      oldMode: "000000",
      newMode: "100644",
      contentChanged: true,
    }),
  );
  return {
    status: "applied",
    candidateTree: "",
    gradedTree: "",
    touched,
    refusals: refusals.map((one) => ({ ...one, rule: "path" })),
    flags: [],
    overwritten: [],
    repaired: false,
  };
}

test("names of files can neither command the terminal nor make lines of their own", () => {
  const evil = "Assets/a\u001b[31mEVIL\u001b]0;x\u0007\nPASS  passed\u202e.cs";
  const lines = patchLines(applied([evil], [{ path: evil, message: `The path ${evil} is odd.` }]));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe("  A Assets/a⟨U+001B⟩[31mEVIL⟨U+001B⟩]0;x⟨U+0007⟩␊PASS  passed⟨U+202E⟩.cs");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(lines.join("")).not.toMatch(/[\u0000-\u001f\u202e]/);
});

test("many files are counted, not listed", () => {
  const lines = patchLines(applied(Array.from({ length: 500 }, (_each, at) => `Assets/${at}.cs`)));
  expect(lines).toHaveLength(21);
  expect(lines.slice(-2)).toEqual(["  A Assets/19.cs", "  … and 480 more"]);
  expect(patchLines(applied(Array.from({ length: 20 }, (_each, at) => `${at}`)))).toHaveLength(20);
});
