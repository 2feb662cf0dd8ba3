import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRecipe, recipeHash } from "./standin-recipe";

const EDITOR = path.resolve(import.meta.dirname, "../../benchmark/sample/editor");

describe("the recipe of the stand-in editor", () => {
  let copy: string;
  beforeAll(async () => {
    copy = await mkdtemp(path.join(tmpdir(), "recipe-"));
    await cp(EDITOR, copy, { recursive: true });
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it("has the hash that the build script reckons with sha256sum", async () => {
    const line = /^RECIPE=\$\((.*)\)$/m.exec(
      execFileSync("cat", [path.join(EDITOR, "image/build.sh")], { encoding: "utf8" }),
    );
    const shell = execFileSync("sh", ["-c", line?.[1] ?? "false"], {
      env: { NODE_ENV: "test", PATH: "/usr/bin:/bin", SRC: EDITOR },
      encoding: "utf8",
    });
    expect(recipeHash(await readRecipe(EDITOR))).toBe(shell.trim());
  });

  it("is the same for a copy in another folder, and another after any change", async () => {
    const before = recipeHash(await readRecipe(copy));
    expect(before).toBe(recipeHash(await readRecipe(EDITOR)));
    await writeFile(path.join(copy, "stub", "Extra.cs"), "class Extra { }\n");
    expect(recipeHash(await readRecipe(copy))).not.toBe(before);
  });
});
