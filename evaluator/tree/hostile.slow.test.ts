import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namesDiffer, patchSections } from "@/evaluator/tree/headers";
import { checkPatch } from "@/evaluator/tree/pipeline";
import { closeStores } from "@/evaluator/tree/store";
import { casePatch, caseRepository, testContext } from "@/evaluator/tree/testing/case-base";
import { scratchFolder } from "@/evaluator/tree/testing/repository";
import type { TreeContext } from "@/evaluator/tree/types";

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let ctx: TreeContext;
beforeAll(async () => {
  scratch = await scratchFolder();
  const { repository, base } = await caseRepository(scratch.dir);
  ctx = testContext(repository.gitDir, base);
}, 60_000);
afterAll(async () => {
  await closeStores();
  await scratch.cleanUp();
});

/** A patch that adds one file of one line. */
const adding = (path: string, mode = "100644", name = `b/${path}`) =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ ${name}\n@@ -0,0 +1 @@\n+x\n`;
const quoted = (path: string) =>
  `diff --git "a/${path}" "b/${path}"\nnew file mode 100644\n--- /dev/null\n+++ "b/${path}"\n@@ -0,0 +1 @@\n+x\n`;

/** What became of a patch, in one line: its status, or the refusals of an applied one. */
async function verdict(patch: string | Buffer): Promise<string> {
  const check = await checkPatch(ctx, Buffer.from(patch as string));
  if (check.status !== "applied") return check.status;
  const rules = check.refusals.map((refusal) => refusal.rule);
  return rules.length > 0 ? [...new Set(rules)].join(" ") : "runs";
}

describe("paths that look like something else", () => {
  it.each([
    ["a file of git in a subfolder", adding("Assets/Sub/.gitattributes"), "git-file"],
    [".gitignore", adding("Assets/.gitignore"), "git-file"],
    [".gitmodules in a subfolder", adding("Assets/.gitmodules"), "git-file"],
    [".github", adding(".github/workflows/x.yml"), "git-file"],
    [".lfsconfig", adding(".lfsconfig"), "git-file"],
    [".lfsconfig in capitals", adding(".LFSConfig"), "git-file"],
    ["capitals", adding(".GitAttributes"), "git-file"],
    ["a trailing dot", adding("Assets/.gitattributes./x"), "git-file"],
    ["a trailing blank", adding("Assets/.gitattributes /x"), "git-file"],
    ["a stream of NTFS", adding("Assets/.gitattributes::$DATA"), "git-file"],
    ["a short name of NTFS", adding("Assets/.git~something"), "git-file"],
    ["a code point that HFS ignores", quoted("Assets/.g\\342\\200\\214it/config"), "git-file"],
    ["a byte order mark in the name", quoted("Assets/\\357\\273\\277.gitignore"), "git-file"],
    ["Library", adding("Library/x"), "generated-folder"],
    ["Temp", adding("Temp/UnityLockfile"), "generated-folder"],
    ["obj", adding("obj/x.dll"), "generated-folder"],
    ["library in small letters", adding("library/x"), "generated-folder"],
    ["Library further down is an ordinary folder", adding("Assets/Library/Book.cs"), "runs"],
    ["a name that only starts alike", adding("Assets/Gitter.cs"), "runs"],
    ["a control character", quoted("Assets/a\\001b.cs"), "path"],
    ["a line feed", quoted("Assets/a\\nb.cs"), "path"],
    ["a tab", quoted("Assets/a\\tb.cs"), "path"],
    ["a backslash", quoted("Assets\\\\a.cs"), "path"],
    ["bytes that are not UTF-8", quoted("Assets/\\351.cs"), "path"],
    ["a link instead of a folder", adding("Assets/Examples/x.cs"), "rejected"],
    ["the folder of git", adding(".git/hooks/post-checkout"), "rejected"],
    ["the folder of git in capitals", adding(".GIT/config"), "rejected"],
    ["a short name of the folder of git", adding("git~1/config"), "rejected"],
    ["an absolute path", adding("/etc/passwd"), "rejected"],
    ["a parent folder", adding("../x.cs"), "rejected"],
    ["a parent folder in quotes", quoted("Assets/\\056\\056/\\056\\056/x.cs"), "rejected"],
    ["quotes in a name", quoted('Assets/a\\"b.cs'), "runs"],
  ])("%s", async (_name, patch, expected) => {
    expect(await verdict(patch)).toBe(expected);
  });
});

const HEALTH_TO = (from: string, to: string) =>
  `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
const LINK = "diff --git a/Assets/Examples b/Assets/Examples\n";
const MODULE = "diff --git a/Assets/Shared b/Assets/Shared\n";
const NOW = "1111111111111111111111111111111111111111";
const LATER = "2222222222222222222222222222222222222222";

describe("modes, moves, links and submodules", () => {
  it.each([
    ["a new link", adding("Assets/l", "120000"), "symlink"],
    [
      "a new submodule",
      `${MODULE.replaceAll("Shared", "New")}new file mode 160000\n--- /dev/null\n+++ b/Assets/New\n@@ -0,0 +1 @@\n+Subproject commit ${LATER}\n`,
      "submodule",
    ],
    [
      "the target of a link",
      `${LINK}--- a/Assets/Examples\n+++ b/Assets/Examples\n@@ -1 +1 @@\n-Scripts\n\\ No newline at end of file\n+../..\n\\ No newline at end of file\n`,
      "symlink",
    ],
    [
      "a link taken away",
      `${LINK}deleted file mode 120000\n--- a/Assets/Examples\n+++ /dev/null\n@@ -1 +0,0 @@\n-Scripts\n\\ No newline at end of file\n`,
      "symlink",
    ],
    [
      "a submodule moved on",
      `${MODULE}--- a/Assets/Shared\n+++ b/Assets/Shared\n@@ -1 +1 @@\n-Subproject commit ${NOW}\n+Subproject commit ${LATER}\n`,
      "submodule",
    ],
    [
      "a submodule taken away",
      `${MODULE}deleted file mode 160000\n--- a/Assets/Shared\n+++ /dev/null\n@@ -1 +0,0 @@\n-Subproject commit ${NOW}\n`,
      "submodule",
    ],
    [
      "a file turned into a link",
      `diff --git a/Assets/Scripts/OldName.cs.meta b/Assets/Scripts/OldName.cs.meta\ndeleted file mode 100644\n--- a/Assets/Scripts/OldName.cs.meta\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-fileFormatVersion: 2\n-guid: 00000000000000000000000000000001\n${adding("Assets/Scripts/OldName.cs.meta", "120000")}`,
      "symlink",
    ],
    [
      "a file moved to a refused place",
      HEALTH_TO("Assets/Scripts/OldName.cs", "Library/OldName.cs"),
      "generated-folder",
    ],
    ["a file of git moved away", HEALTH_TO(".gitattributes", "Assets/x.txt"), "git-file"],
    [
      "a file copied to a refused place",
      HEALTH_TO("Assets/Scripts/OldName.cs", "Temp/x.cs").replaceAll("rename", "copy"),
      "generated-folder",
    ],
    [
      "a file moved to an ordinary place",
      HEALTH_TO("Assets/Scripts/OldName.cs", "Assets/Scripts/New Name.cs"),
      "runs",
    ],
  ])("%s", async (_name, patch, expected) => {
    expect(await verdict(patch)).toBe(expected);
  });
});

const BODY =
  "@@ -20,7 +20,7 @@ namespace Demo\n \n         public bool IsDead()\n         {\n-            return Current == 0;\n+            return Current <= 0;\n         }\n     }\n }\n";
const fix = (minus: string, plus: string, before = "") => `${before}--- ${minus}\n+++ ${plus}\n${BODY}`;
const H = "Assets/Scripts/Health.cs";
const T = "Assets/Scripts/Tabs.cs";
const GIT = `diff --git a/${H} b/${H}\n`;

describe("headers", () => {
  it.each([
    ["the same file everywhere", fix(`a/${H}`, `b/${H}`, GIT), "runs"],
    ["other prefixes", fix(`i/${H}`, `w/${H}`, `diff --git i/${H} w/${H}\n`), "runs"],
    [
      "time stamps without a tab",
      fix(`a/${H} 2024-03-05 10:11:12.000 +0000`, `b/${H} 2024-03-05 10:11:13.000 +0000`),
      "runs",
    ],
    [
      "another file in the git line",
      fix(`a/${H}`, `b/${H}`, `diff --git a/${T} b/${T}\n`),
      "header-mismatch",
    ],
    [
      "another file in half of the git line",
      fix(`a/${H}`, `b/${H}`, `diff --git a/${T} b/${H}\n`),
      "header-mismatch",
    ],
    ["another old file", fix(`a/${T}`, `b/${H}`), "header-mismatch"],
    [
      "a line in a hunk that looks like a header",
      adding("Assets/x.txt")
        .replace("@@ -0,0 +1 @@\n+x", "@@ -0,0 +2 @@\n+++ b/other\n+x")
        .replace("+2 @@", "+1,2 @@"),
      "runs",
    ],
    [
      "a rename with other names in the git line",
      HEALTH_TO("Assets/Scripts/OldName.cs", "Assets/Scripts/New.cs").replace(
        "b/Assets/Scripts/New.cs",
        "b/Assets/Scripts/Other.cs",
      ),
      "header-mismatch",
    ],
    ["a name with blanks", adding("Assets/a b/c d.cs"), "runs"],
    ["quoted names", quoted("Assets/\\320\\223.cs"), "runs"],
  ])("%s", async (_name, patch, expected) => {
    expect(await verdict(patch)).toBe(expected);
  });
});

it("takes lines of a hunk that look like headers for what they are", () => {
  const patch = `${GIT}--- a/${H}\n+++ b/${H}\n@@ -1,2 +1,2 @@\n--- a/other\n+++ b/another\n x\n`;
  expect(patchSections(Buffer.from(patch)).map(namesDiffer)).toEqual([false]);
});

describe("other formats", () => {
  const BINARY = casePatch("B33-binary-new.patch").toString("latin1");
  const good = fix(`a/${H}`, `b/${H}`, GIT);
  const mail = `From 1111111 Mon Sep 17 00:00:00 2001\nFrom: A <a@example.org>\nSubject: [PATCH] Fix\n\nText.\n---\n Assets/Scripts/Health.cs | 2 +-\n\n${good}-- \n2.39.5\n\n`;
  it.each([
    ["a mail of format-patch with its trailer", mail, "runs"],
    ["text before and after", `Here is the patch:\n\n${good}\nDone.\n`, "runs"],
    ["only white space", " \n\t\r\n", "empty"],
    ["nothing", "", "empty"],
    ["a byte order mark and a line feed", "\uFEFF\n", "empty"],
    ["only a comment", "# no change is needed\n", "malformed"],
    [
      "a combined diff",
      `diff --cc ${H}\nindex 1,2..3\n--- a/${H}\n+++ b/${H}\n@@@ -1,1 -1,1 +1,1 @@@\n--x\n++y\n`,
      "malformed",
    ],
    ["UTF-16", Buffer.from(`\uFEFF${good}`, "utf16le"), "malformed"],
    ["CRLF in the whole patch of an LF file", good.replaceAll("\n", "\r\n"), "rejected"],
    ["a hunk that ends too early", good.slice(0, -20), "malformed"],
    ["a git header alone", GIT, "malformed"],
    ["a binary part with a letter changed", BINARY.replace("zcmeZ", "zcaeZ"), "malformed"],
    ["a binary part that unpacks to something else", BINARY.replace("Y@zdu", "Y@zdv"), "malformed"],
    // On these two git aborts, at least up to 2.39.
    ["a new file that has an old name", `${GIT}--- a/${H}\nnew file mode 100644\n`, "rejected"],
    ["a new link that the next part changes", `${GIT}--- a/${H}\nnew file mode 120000\n${good}`, "rejected"],
    ["NUL bytes in an added line", adding("Assets/n.bytes").replace("+x", "+a\0b"), "runs"],
  ])("%s", async (_name, patch, expected) => {
    expect(await verdict(patch)).toBe(expected);
  });

  it("gives no file to a mode that is none", async () => {
    expect(await checkPatch(ctx, Buffer.from(adding("Assets/x", "040000")))).toMatchObject({
      status: "applied",
      touched: [],
    });
  });

  it("says so when git itself falls over a patch, or what git says of it", async () => {
    const check = await checkPatch(ctx, Buffer.from(`${GIT}--- a/${H}\nnew file mode 100644\n`));
    expect(check).toMatchObject({
      status: "rejected",
      message: expect.stringMatching(/falls over the patch.*crashed|already exists|inconsistent/),
    });
  });

  it("does not let a path pose as a fault of this machine", async () => {
    const path = "Assets/x: No space left on device";
    const patch = `--- "a/${path}"\n+++ "b/${path}"\n@@ -1 +1 @@\n-a\n+b\n`;
    expect(await verdict(patch)).toBe("rejected");
  });
});
