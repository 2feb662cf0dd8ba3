import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diffTrees } from "@/evaluator/tree/diff";
import { editTree } from "@/evaluator/tree/edit";
import { checkPatch } from "@/evaluator/tree/pipeline";
import { MemoryObjects, mirrorObjects } from "@/evaluator/tree/quarantine";
import { closeStores, storeOf } from "@/evaluator/tree/store";
import { casePatch, caseRepository, testContext } from "@/evaluator/tree/testing/case-base";
import { scratchFolder, type TestFile, TestRepository } from "@/evaluator/tree/testing/repository";
import { toText } from "@/evaluator/tree/tree-object";

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let repository: TestRepository;
beforeAll(async () => {
  scratch = await scratchFolder();
  repository = await TestRepository.create(path.join(scratch.dir, "mirror.git"));
});
afterAll(async () => {
  await closeStores();
  await scratch.cleanUp();
});

/** Lines as real projects have them: three line ends mixed, BOM, Latin-1 bytes, no last line end. */
const line = fc.oneof(
  fc.constantFrom(
    "",
    "{",
    "}",
    "    return 0;",
    "\tint x;",
    "-- a/x",
    "++ b/x",
    "@@ -1 +1 @@",
    "diff --git a/x b/x",
  ),
  fc.constantFrom("// \xe9t\xe9", "// \xd0\x93\xd0\xb5", "\\ No newline at end of file", " ", "\x0c"),
);
const content = fc
  .tuple(
    fc.constantFrom("", "\xef\xbb\xbf"),
    fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r\n", "\r")), { maxLength: 30 }),
    fc.constantFrom("", "}", "end"),
  )
  .map(([bom, lines, end]) =>
    Buffer.from(bom + lines.map(([text, eol]) => text + eol).join("") + end, "latin1"),
  );

const NAMES = [
  "Assets/A.cs",
  "Assets/B b.cs",
  "Assets/Герой/C.cs",
  "Assets/Deep/D/E.cs",
  "Assets/Deep/F.cs",
  "G",
  "Assets/A",
  "Assets/Deep",
];
const files = fc.array(
  fc.record({
    path: fc.constantFrom(...NAMES),
    data: content,
    mode: fc.constantFrom("100644", "100644", "100755"),
  }),
  { maxLength: 6 },
);

const PIECES = [
  "\n",
  "\r\n",
  "-",
  "+",
  " ",
  "@@ -1 +1 @@\n",
  "--- /dev/null\n",
  "new file mode 120000\n",
  "\0",
  "../",
  "GIT binary patch\n",
].map((text) => Buffer.from(text));

/** A set of files that can stand together, at least one; a folder wins over a file of its name. */
function together(list: readonly TestFile[]): TestFile[] {
  const kept = [...new Map(list.map((file) => [file.path, file])).values()];
  const isFolder = (name: string) => kept.some((file) => file.path.startsWith(`${name}/`));
  return [...kept.filter((file) => !isFolder(file.path)), { path: "ReadMe.txt", data: "always here\n" }];
}

describe("for any two trees", () => {
  it("the patch that git writes gives the other tree, byte for byte", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(files, files, async (before, after) => {
        const base = await repository.commit(together(before));
        const target = await repository.commit(together(after), base);
        const [from, to] = await treesOf(base, target);
        const ctx = testContext(repository.gitDir, base, { hiddenTests: [], targets: ["Assets/A.cs"] });
        const check = await checkPatch(ctx, await repository.diff(base, target));
        if (from === to) expect(check).toEqual({ status: "empty" });
        else
          expect(check).toMatchObject({
            status: "applied",
            candidateTree: to,
            refusals: [],
            overwritten: [],
          });
        expect(check.status !== "applied" || check.gradedTree === to).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it("the difference is the one of git diff-tree, and as edits it leads from one to the other", {
    timeout: 300_000,
  }, async () => {
    const store = await storeOf({ gitDir: repository.gitDir });
    await fc.assert(
      fc.asyncProperty(files, files, async (before, after) => {
        const base = await repository.commit(together(before));
        const target = await repository.commit(together(after), base);
        const [from, to] = await treesOf(base, target);
        const objects = new MemoryObjects(mirrorObjects(store));
        const changes = await diffTrees(objects, from, to);
        const raw = await repository.git("diff-tree", "-r", "--raw", "-z", "--no-renames", from, to);
        expect(changes.map(rawLine).join("")).toBe(raw.toString("utf8"));
        const edits = changes.map((change) => ({ path: change.path, entry: change.new ?? null }));
        expect(await editTree(objects, from, edits)).toBe(to);
      }),
      { numRuns: 25 },
    );
  });
});

describe("for any bytes", () => {
  it("a damaged patch has a verdict, never a fault of ours, and the same one twice", {
    timeout: 300_000,
  }, async () => {
    const { repository: cases, base } = await caseRepository(scratch.dir, "cases.git");
    const ctx = testContext(cases.gitDir, base);
    const names = [
      "B01-good",
      "B28-rename-pure",
      "B33-binary-new",
      "B48-unicode-quoted",
      "B53-same-file-twice",
    ];
    const damage = fc.array(
      fc.record({
        at: fc.nat(2000),
        cut: fc.nat(40),
        put: fc.oneof(fc.uint8Array({ maxLength: 6 }), fc.constantFrom(...PIECES)),
      }),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), damage, async (name, cuts) => {
        let patch = casePatch(`${name}.patch`);
        for (const { at, cut, put } of cuts) {
          const from = at % patch.length;
          patch = Buffer.concat([patch.subarray(0, from), put, patch.subarray(from + cut)]);
        }
        const check = await checkPatch(ctx, patch);
        expect(["applied", "malformed", "rejected"]).toContain(check.status);
        expect(await checkPatch(ctx, patch)).toEqual(check);
      }),
      { numRuns: 60 },
    );
  });
});

async function treesOf(...commits: string[]): Promise<[string, string]> {
  const found = await repository.git("rev-parse", ...commits.map((commit) => `${commit}^{tree}`));
  const [from = "", to = ""] = found.toString().trim().split("\n");
  return [from, to];
}

function rawLine(change: Awaited<ReturnType<typeof diffTrees>>[number]): string {
  const nothing = { mode: "000000", id: "0".repeat(40) };
  const { old = nothing, new: now = nothing } = change;
  const status = change.old === undefined ? "A" : change.new === undefined ? "D" : "M";
  return `:${old.mode} ${now.mode} ${old.id} ${now.id} ${status}\0${toText(change.path)}\0`;
}
