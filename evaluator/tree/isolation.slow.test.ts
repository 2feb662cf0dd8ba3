import { chmod, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createBareRepository } from "@/evaluator/tree/bare";
import { runGit } from "@/evaluator/tree/git";
import { checkPatch, withGradedTree } from "@/evaluator/tree/pipeline";
import { closeStores } from "@/evaluator/tree/store";
import { caseBase, casePatch, caseRepository, testContext } from "@/evaluator/tree/testing/case-base";
import { scratchFolder, writeFiles } from "@/evaluator/tree/testing/repository";
import { objectId } from "@/evaluator/tree/tree-object";
import type { TreeContext } from "@/evaluator/tree/types";
import { processWorkspace } from "@/evaluator/tree/workspace";

/** Settings that change what `git apply` does, if anything reads them. */
const SPOILING = `[core]
\tautocrlf = true
\twhitespace = trailing-space
\tattributesFile = %ATTRIBUTES%
\thooksPath = %HOOKS%
[apply]
\twhitespace = fix
\tignoreWhitespace = change
[filter "spoil"]
\tclean = tr a-z A-Z
\tsmudge = tr a-z A-Z
\trequired = true
`;
const ATTRIBUTES = "* text eol=crlf\n*.cs filter=spoil\n";

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let ctx: TreeContext;
let marker: string;
let trees: Record<string, string>;

/** Patches on which those settings would show: trailing blanks, CRLF, a BOM, attributes, a pointer. */
const PATCHES = [
  "B73-trail-ws-added",
  "B05-newfile-crlf-all",
  "B10-noeol-ok",
  "B44-gitattributes",
  "B80-lfs-pointer",
];
const STRICT = ["B02-crlf-target-lf-patch", "B06-bom-without", "B74-tabs-to-spaces"];

async function results(): Promise<Record<string, string>> {
  const entries: [string, string][] = [];
  for (const name of [...PATCHES, ...STRICT]) {
    const check = await checkPatch(ctx, casePatch(`${name}.patch`));
    entries.push([name, check.status === "applied" ? check.candidateTree : check.status]);
  }
  return Object.fromEntries(entries);
}

beforeAll(async () => {
  scratch = await scratchFolder();
  marker = path.join(scratch.dir, "hook-ran");
  const { repository, base } = await caseRepository(scratch.dir);
  ctx = testContext(repository.gitDir, base);
  await writeFiles(scratch.dir, [{ path: "attributes", data: ATTRIBUTES }]);
  await writeHooks(path.join(scratch.dir, "hooks"));
  // The workspace of this test lies inside somebody's repository, which holds all of it too.
  const around = path.join(scratch.dir, "around");
  await createBareRepository(path.join(around, ".git"));
  await writeFiles(around, [
    { path: ".git/config", data: settings() },
    { path: ".git/info/attributes", data: ATTRIBUTES },
    { path: ".gitattributes", data: ATTRIBUTES },
  ]);
  await mkdir(path.join(around, "tmp"));
  vi.stubEnv("TMPDIR", path.join(around, "tmp"));
  // Files share processes: one before this may have made a workspace elsewhere.
  await closeStores();
  trees = await results();
}, 60_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await closeStores();
  await scratch.cleanUp();
});

function settings(): string {
  const hooks = path.join(scratch.dir, "hooks");
  return SPOILING.replace("%HOOKS%", hooks).replace("%ATTRIBUTES%", path.join(scratch.dir, "attributes"));
}

/** Hooks that git runs when it writes an index: each leaves a mark. */
async function writeHooks(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const hook of [
    "post-index-change",
    "post-checkout",
    "pre-applypatch",
    "applypatch-msg",
    "reference-transaction",
  ]) {
    await writeFile(path.join(dir, hook), `#!/bin/sh\necho ran > ${marker}\n`);
    await chmod(path.join(dir, hook), 0o755);
  }
}

const hookRan = () =>
  stat(marker).then(
    () => true,
    () => false,
  );

describe("nothing around a patch decides what it gives", () => {
  it("a surrounding repository: the workspace lies in one, and the trees are those of plain git", async () => {
    expect(await processWorkspace()).toContain(path.join(scratch.dir, "around", "tmp"));
    for (const name of STRICT) expect(trees[name]).toBe("rejected");
    for (const name of PATCHES) {
      const { result } = await withGradedTree(ctx, casePatch(`${name}.patch`), async () => true);
      expect(trees[name]).toMatch(/^[0-9a-f]{40}$/);
      expect(result).toBe(name === "B44-gitattributes" ? null : true);
    }
  });

  it("settings and attributes of the user and of the system", async () => {
    const home = path.join(scratch.dir, "home");
    await writeFiles(home, [
      { path: ".gitconfig", data: settings() },
      { path: ".config/git/config", data: settings() },
      { path: ".config/git/attributes", data: ATTRIBUTES },
    ]);
    vi.stubEnv("HOME", home);
    vi.stubEnv("XDG_CONFIG_HOME", path.join(home, ".config"));
    vi.stubEnv("GIT_CONFIG_GLOBAL", path.join(home, ".gitconfig"));
    vi.stubEnv("GIT_CONFIG_SYSTEM", path.join(home, ".gitconfig"));
    expect(await results()).toEqual(trees);
  });

  it("variables of git", async () => {
    for (const name of [
      "GIT_DIR",
      "GIT_WORK_TREE",
      "GIT_INDEX_FILE",
      "GIT_OBJECT_DIRECTORY",
      "GIT_EXEC_PATH",
      "GIT_NAMESPACE",
    ]) {
      vi.stubEnv(name, path.join(scratch.dir, "elsewhere"));
    }
    vi.stubEnv("GIT_CONFIG_COUNT", "1");
    vi.stubEnv("GIT_CONFIG_KEY_0", "apply.whitespace");
    vi.stubEnv("GIT_CONFIG_VALUE_0", "fix");
    vi.stubEnv("GIT_CONFIG_PARAMETERS", "'apply.ignorewhitespace'='change'");
    vi.stubEnv("GIT_TRACE", path.join(scratch.dir, "trace"));
    expect(await results()).toEqual(trees);
    await expect(stat(path.join(scratch.dir, "trace"))).rejects.toThrow();
  });

  it("settings, attributes and hooks of the mirror, and hooks of anywhere", async () => {
    await writeFiles(ctx.mirror.gitDir, [
      { path: "config", data: settings() },
      { path: "info/attributes", data: ATTRIBUTES },
    ]);
    await writeHooks(path.join(ctx.mirror.gitDir, "hooks"));
    await closeStores();
    expect(await results()).toEqual(trees);
    expect(await hookRan()).toBe(false);
  });

  it("and those settings would have shown: git that reads them gives another tree and runs the hook", async () => {
    const index = path.join(scratch.dir, "control-index");
    const config = { "core.hooksPath": path.join(scratch.dir, "hooks"), "apply.ignoreWhitespace": "change" };
    const git = { gitDir: ctx.mirror.gitDir, config, env: { GIT_INDEX_FILE: index } };
    expect(await runGit(["read-tree", ctx.instance.base_sha], git)).toMatchObject({ status: "ok" });
    const stdin = casePatch("B02-crlf-target-lf-patch.patch");
    expect(await runGit(["apply", "--cached", "-"], { ...git, stdin })).toMatchObject({ status: "ok" });
    expect(await hookRan()).toBe(true);
  });
});

describe("a check leaves no trace", () => {
  async function listing(dir: string): Promise<string[]> {
    const names = (await readdir(dir, { recursive: true })).sort();
    return await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(path.join(dir, name));
        return `${name} ${size} ${mtimeMs}`;
      }),
    );
  }

  it("writes nothing into the mirror, and removes its quarantine", async () => {
    const before = await listing(ctx.mirror.gitDir);
    await results();
    await withGradedTree(ctx, casePatch("B01-good.patch"), async (graded) => await graded.delta());
    await expect(
      withGradedTree(ctx, casePatch("B01-good.patch"), async () => {
        throw new Error("the run broke");
      }),
    ).rejects.toThrow("the run broke");
    expect(await listing(ctx.mirror.gitDir)).toEqual(before);
    expect((await readdir(await processWorkspace())).filter((name) => name.startsWith("quarantine"))).toEqual(
      [],
    );
  });

  it("needs of the mirror only what the patch touches", async () => {
    const id = objectId(
      "blob",
      Buffer.from(caseBase().find((file) => file.path.endsWith("icon.bin"))?.data ?? ""),
    );
    await rm(path.join(ctx.mirror.gitDir, "objects", id.slice(0, 2), id.slice(2)));
    await closeStores();
    expect(await results()).toEqual(trees);
  });

  it("gives the same results when many run at once", async () => {
    const many = Array.from({ length: 4 }, () => results());
    for (const result of await Promise.all(many)) expect(result).toEqual(trees);
  });

  it("stops when it is cancelled, and cleans up", async () => {
    const cancelled = checkPatch(ctx, casePatch("B01-good.patch"), AbortSignal.abort());
    await expect(cancelled).rejects.toMatchObject({ failure: { reason: "aborted" } });
    expect((await readdir(await processWorkspace())).filter((name) => name.startsWith("quarantine"))).toEqual(
      [],
    );
  });
});
