import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_PATCH_BYTES } from "@/evaluator/tree/apply";
import { checkPatch } from "@/evaluator/tree/pipeline";
import { closeStores } from "@/evaluator/tree/store";
import { testContext } from "@/evaluator/tree/testing/case-base";
import { TestGame } from "@/evaluator/tree/testing/game";
import type { TreeContext } from "@/evaluator/tree/types";

const BIG = "Assets/Big.bytes";
let game: TestGame;
let ctx: TreeContext;
beforeAll(async () => {
  game = await TestGame.create([
    { path: "Assets/A.cs", data: "class A { }\n" },
    { path: BIG, data: Buffer.alloc(24 * 1024 * 1024, "0123456789abcde\n") },
  ]);
  ctx = testContext(game.gitDir, game.base, { hiddenTests: [], targets: ["Assets/A.cs"] });
}, 60_000);
afterAll(async () => {
  await closeStores();
  await game.cleanUp();
});

const header = (path: string) =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n`;

describe("large patches", () => {
  it("of one file with 200,000 lines are checked within seconds", { timeout: 120_000 }, async () => {
    const lines = Array.from({ length: 200_000 }, (_each, at) => `+    // line ${at} ${"x".repeat(42)}\n`);
    const patch = Buffer.from(`${header("Assets/Gen.cs")}@@ -0,0 +1,${lines.length} @@\n${lines.join("")}`);
    expect(patch.length).toBeGreaterThan(12_000_000);
    expect(await checkPatch(ctx, patch)).toMatchObject({
      status: "applied",
      touched: [{ path: "Assets/Gen.cs" }],
    });
  });

  it("of 20,000 files are checked, and flagged for their number", { timeout: 180_000 }, async () => {
    const sections = Array.from(
      { length: 20_000 },
      (_each, at) => `${header(`Assets/Gen/F${at}.cs`)}@@ -0,0 +1 @@\n+class F${at} { }\n`,
    );
    const check = await checkPatch(ctx, Buffer.from(sections.join("")));
    if (check.status !== "applied") throw new Error(check.status);
    expect(check.touched).toHaveLength(20_000);
    expect(check.flags).toMatchObject([{ rule: "many-files" }]);
    expect(check.refusals).toEqual([]);
  });

  it("over the limit are not tried, and told why", async () => {
    const patch = Buffer.alloc(MAX_PATCH_BYTES + 1, `${header("Assets/A.txt")}\n`);
    expect(await checkPatch(ctx, patch)).toEqual({
      status: "rejected",
      message: "The patch has 20.0 MiB; patches over 20.0 MiB are not tried.",
      hints: [],
    });
  });

  it("that say they unpack to gigabytes are not tried", async () => {
    const bomb = `diff --git a/x.bin b/x.bin\nnew file mode 100644\nindex ${"0".repeat(40)}..${"1".repeat(40)}\nGIT binary patch\nliteral 999999999999\nzcmV\n\n`;
    expect(await checkPatch(ctx, Buffer.from(bomb))).toMatchObject({
      status: "rejected",
      message: expect.stringContaining("unpack to"),
    });
  });

  const copies = (count: number) => {
    const copy = (to: string) =>
      `diff --git a/${BIG} b/${to}\nsimilarity index 100%\ncopy from ${BIG}\ncopy to ${to}\n`;
    return Buffer.from(Array.from({ length: count }, (_each, at) => copy(`Assets/Copy${at}.bytes`)).join(""));
  };

  it("that multiply a large file are refused", { timeout: 120_000 }, async () => {
    const check = await checkPatch(ctx, copies(12));
    expect(check).toMatchObject({ status: "applied", refusals: [{ rule: "too-large" }] });
  });

  it("that would fill the memory are rejected by our limit, as the patch's fault", {
    timeout: 120_000,
  }, async () => {
    expect(await checkPatch(ctx, copies(100))).toEqual({
      status: "rejected",
      message: "Applying the patch takes more than 1024 MiB of memory.",
      hints: [],
    });
  });
});
