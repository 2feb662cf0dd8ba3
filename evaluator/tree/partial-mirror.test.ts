import { rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { checkPatch } from "@/evaluator/tree/pipeline";
import { testContext } from "@/evaluator/tree/testing/case-base";
import { scratchFolder, TestRepository } from "@/evaluator/tree/testing/repository";

test("a patch is checked although the mirror lacks a large file that the patch leaves alone", async () => {
  const { dir, cleanUp } = await scratchFolder();
  try {
    const repository = await TestRepository.create(path.join(dir, "game.git"));
    const files = (code: string) => [
      { path: "Assets/Code/A.cs", data: code },
      { path: "Assets/Code/Terrain.asset", data: "large\n" },
    ];
    const base = await repository.commit(files("1\n"));
    const patch = await repository.diff(base, await repository.commit(files("2\n")));
    const large = (await repository.git("rev-parse", `${base}:Assets/Code/Terrain.asset`)).toString().trim();
    await rm(path.join(repository.gitDir, "objects", large.slice(0, 2), large.slice(2)));
    const ctx = testContext(repository.gitDir, base, { targets: ["Assets/Code/A.cs"] });
    expect(await checkPatch(ctx, patch)).toMatchObject({
      status: "applied",
      touched: [{ status: "M", path: "Assets/Code/A.cs" }],
    });
  } finally {
    await cleanUp();
  }
});
