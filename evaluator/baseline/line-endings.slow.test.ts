import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { storeOf } from "@/evaluator/tree/store";
import { scratchFolder, TestRepository } from "@/evaluator/tree/testing/repository";
import { restoreLineEndings } from "./line-endings";

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let repository: TestRepository;
beforeEach(async () => {
  scratch = await scratchFolder();
  repository = await TestRepository.create(path.join(scratch.dir, "game.git"));
});
afterEach(() => scratch.cleanUp());

/** The patch between two states of some files, as it is and as SWE-agent hands it on. */
async function change(from: Record<string, string>, to: Record<string, string>) {
  const files = (state: Record<string, string>) =>
    Object.entries(state).map(([name, data]) => ({ path: name, data }));
  const base = await repository.commit(files(from));
  const patch = await repository.diff(base, await repository.commit(files(to)));
  const store = await storeOf({ gitDir: repository.gitDir });
  return {
    patch,
    lossy: Buffer.from(patch.toString("latin1").replaceAll("\r\n", "\n"), "latin1"),
    base: { store, tree: await store.treeOf(base) },
  };
}
const lines = (end: string, values: readonly string[]) => values.map((value) => `${value}${end}`).join("");
const letters = [..."abcdefghijklmnop"];

test.each([
  ["CRLF", lines("\r\n", letters), lines("\r\n", letters.with(2, "C").with(12, "M\r\nN"))],
  ["CRLF without an end of the last line", lines("\r\n", letters).slice(0, -2), `${lines("\r\n", letters)}q`],
  [
    "mixed",
    lines("\r\n", letters.slice(0, 8)) + lines("\n", letters.slice(8)),
    lines("\r\n", letters.slice(0, 8).with(1, "B")) + lines("\n", letters.slice(8).with(6, "O")),
  ],
  ["CRLF and letters beyond ASCII", "caf\u00e9\r\nx\r\n", "caf\u00e9\r\ny\r\n"],
])("a patch of a file with %s comes back as it was made", async (_name, from, to) => {
  const { patch, lossy, base } = await change(
    { "A.cs": from, "B.cs": "1\n2\n" },
    { "A.cs": to, "B.cs": "1\n3\n" },
  );
  expect(await restoreLineEndings(lossy, base)).toEqual({ patch, restored: true });
  expect(await restoreLineEndings(patch, base)).toEqual({ patch, restored: false });
});

test("a patch that does not apply for another reason stays as it is", async () => {
  const { lossy, base } = await change({ "A.cs": "a\r\nb\r\n" }, { "A.cs": "a\r\nc\r\n" });
  const wrong = Buffer.from(lossy.toString().replace("-b", "-other"));
  expect(await restoreLineEndings(wrong, base)).toEqual({ patch: wrong, restored: false });
  const noise = Buffer.from("no patch at all\n@@ -1,99 +1,99 @@\n x\n");
  expect(await restoreLineEndings(noise, base)).toEqual({ patch: noise, restored: false });
});
