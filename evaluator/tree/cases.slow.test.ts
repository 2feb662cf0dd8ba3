import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lookUp } from "@/evaluator/tree/diff";
import { checkPatch, withGradedTree } from "@/evaluator/tree/pipeline";
import { closeStores } from "@/evaluator/tree/store";
import { casePatch, caseRepository, caseTable, testContext } from "@/evaluator/tree/testing/case-base";
import { scratchFolder } from "@/evaluator/tree/testing/repository";
import { toBytes } from "@/evaluator/tree/tree-object";
import type { TreeContext } from "@/evaluator/tree/types";
import { fileHit, type PatchCheck } from "@/lib/domain/patch";

type Case = {
  id: string;
  symptom: string;
  file: string;
  expected: {
    parseable: boolean;
    touched: string[];
    git_error?: string;
    refuse?: string;
    flag?: string;
    filehit_if_target?: string | null;
    protected_overwritten?: boolean;
  };
};

const cases = caseTable<Case[]>();
let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let ctx: TreeContext;
const checks = new Map<string, PatchCheck>();

beforeAll(async () => {
  scratch = await scratchFolder();
  const { repository, base } = await caseRepository(scratch.dir);
  ctx = testContext(repository.gitDir, base);
  for (const { id, file } of cases) checks.set(id, await checkPatch(ctx, casePatch(file)));
}, 120_000);
afterAll(async () => {
  await closeStores();
  await scratch.cleanUp();
});

function checkOf(id: string): PatchCheck {
  const check = checks.get(id);
  if (check === undefined) throw new Error(`no case ${id}`);
  return check;
}

function appliedOf(id: string): Extract<PatchCheck, { status: "applied" }> {
  const check = checkOf(id);
  if (check.status !== "applied") throw new Error(`${id} is ${check.status}`);
  return check;
}

/** The content of a file in the graded tree of a case. */
async function graded(id: string, path: string): Promise<string | null> {
  const file = cases.find((candidate) => candidate.id === id)?.file ?? "";
  const { result } = await withGradedTree(ctx, casePatch(file), async ({ tree, objects }) => {
    const found = await lookUp(objects, tree, toBytes(path));
    return { text: found === null ? null : ((await objects.blob(found.id))?.toString("latin1") ?? null) };
  });
  if (result === null) throw new Error(`${id} is not run`);
  return result.text;
}

/** The one repair makes this patch apply; its table row tells what git does without it. */
const REPAIRED: Record<string, string[]> = { B13: ["M Assets/Scripts/Health.cs"] };

/** Two reasons in the table are those of a work tree; in the index git says it in these words. */
const IN_INDEX: Record<string, string> = {
  B26: "Assets/Scripts/Health.cs: already exists in index",
  B52: "Scripts/Health.cs: does not exist in index",
};

describe("each patch of the table", () => {
  it.each(cases)(
    "$id is parseable or not, and touches what is written down: $symptom",
    ({ id, expected }) => {
      const check = checkOf(id);
      const touched =
        check.status === "applied" ? check.touched.map((file) => `${file.status} ${file.path}`) : [];
      expect(touched).toEqual(REPAIRED[id] ?? expected.touched);
      expect(check.status === "applied").toBe(id in REPAIRED || expected.parseable);
    },
  );

  const failing = cases.filter(({ id, expected }) => expected.git_error !== undefined && !(id in REPAIRED));
  it.each(failing)("$id tells git's reason: $expected.git_error", ({ id, expected }) => {
    const check = checkOf(id);
    const message = check.status === "malformed" || check.status === "rejected" ? check.message : "";
    expect(message).toContain(IN_INDEX[id] ?? expected.git_error?.replace(/^error: /, ""));
  });

  const located = cases.filter(({ expected }) => "filehit_if_target" in expected);
  it.each(located)(
    "$id counts for its target file or not: $expected.filehit_if_target",
    ({ id, expected }) => {
      const target = expected.filehit_if_target ?? "Assets/Scripts/Health.cs";
      expect(fileHit(appliedOf(id).touched, [target]).all).toBe(expected.filehit_if_target !== null);
    },
  );
});

describe("what is refused, and what is only flagged", () => {
  it("refuses links, files of git and generated folders, and runs nothing else of the table's refusals", () => {
    const refused = cases.flatMap(({ id }) => {
      const check = checkOf(id);
      return check.status === "applied" ? check.refusals.map((refusal) => `${id} ${refusal.rule}`) : [];
    });
    expect(refused).toEqual(["B36 symlink", "B44 git-file", "B57 header-mismatch", "B67 generated-folder"]);
  });

  it("flags a new library and runs it all the same", () => {
    expect(appliedOf("B33").flags).toMatchObject([{ rule: "binary", path: "Assets/Plugins/Extra.dll" }]);
  });

  it("flags a pointer to a large file", () => {
    expect(appliedOf("B80").flags).toMatchObject([{ rule: "lfs", path: "Assets/Art/model.fbx" }]);
  });

  it("flags a changed test framework and puts the manifest back", async () => {
    expect(appliedOf("B68").flags).toContainEqual(expect.objectContaining({ rule: "test-framework" }));
    expect(appliedOf("B68").overwritten).toEqual(["Packages/manifest.json"]);
    expect(await graded("B68", "Packages/manifest.json")).toContain('"com.unity.test-framework": "1.1.33"');
  });

  it.each([
    ["B62", "Assets/Tests/Editor/HealthTests.cs", "// hidden, replaces\n"],
    ["B63", "Assets/InjectedPRTests/Editor/HealthPRTests.cs", "// hidden\n"],
  ])("%s: the hidden test wins over the patch, which is flagged", async (id, path, text) => {
    expect(await graded(id, path)).toBe(text);
    expect(appliedOf(id).overwritten).toEqual([path]);
    expect(appliedOf(id).flags).toContainEqual(expect.objectContaining({ rule: "test-path", path }));
  });

  it("flags nothing in an honest patch", () => {
    expect(appliedOf("B01").flags).toEqual([]);
  });
});

describe("how a patch is applied", () => {
  it("tells what cannot be read as a patch from what does not fit the base", () => {
    const status = Object.fromEntries(cases.map(({ id }) => [id, checkOf(id).status]));
    expect(Object.keys(status).filter((id) => status[id] === "malformed")).toEqual([
      "B09",
      "B15",
      "B18",
      "B78",
      "B88",
    ]);
    expect(Object.keys(status).filter((id) => status[id] === "rejected")).toEqual([
      "B02",
      "B06",
      "B26",
      "B34",
      "B39",
      "B42",
      "B52",
      "B59",
      "B74",
      "B75",
      "B83",
      "B84",
    ]);
  });

  it("repairs a missing last line feed and says so", () => {
    expect(appliedOf("B13")).toMatchObject({ repaired: true, candidateTree: appliedOf("B01").candidateTree });
    expect(appliedOf("B01").repaired).toBe(false);
  });

  it("keeps CRLF of a new file and gives its path no trailing CR", async () => {
    expect(await graded("B05", "Assets/Scripts/Added.cs")).toBe("class Added\r\n{\r\n}\r\n");
  });

  it("keeps trailing blanks that a patch adds", async () => {
    expect(await graded("B73", "Assets/Scripts/Health.cs")).toContain("return Current <= 0;   \n");
  });

  it("puts both sections of one file in", async () => {
    const text = await graded("B53", "Assets/Scripts/Health.cs");
    expect(text).toContain("Max = 120");
    expect(text).toContain("<= 0");
  });

  it("leaves the patch in place when nothing has to be put back", async () => {
    const alone = testContext(ctx.mirror.gitDir, ctx.instance.base_sha, {
      hiddenTests: ctx.hiddenTests.slice(0, 1),
    });
    const { result } = await withGradedTree(alone, casePatch("B01-good.patch"), async ({ tree, objects }) => {
      const found = await lookUp(objects, tree, "Assets/Scripts/Health.cs");
      return (await objects.blob(found?.id ?? ""))?.toString("utf8");
    });
    expect(result).toContain("return Current <= 0;");
  });
});

describe("hints tell what would have worked", () => {
  it.each([
    ["B02", /CRLF line ends and the patch has LF/],
    ["B06", /byte order mark, and the first context line/],
    ["B09", /patch itself starts with a byte order mark/],
    ["B15", /line counts in a hunk header/],
    ["B18", /hunk header has no line numbers/],
    ["B34", /without its data/],
    ["B52", /lack the a\/ and b\/ prefixes/],
    ["B74", /White space in the context/],
    ["B75", /applies in reverse/],
    ["B78", /apply_patch format/],
    ["B83", /no context lines/],
    ["B88", /escaped twice/],
  ])("%s", (id, hint) => {
    const check = checkOf(id);
    const hints = check.status === "malformed" || check.status === "rejected" ? check.hints : [];
    expect(hints.join("\n")).toMatch(hint);
  });
});
