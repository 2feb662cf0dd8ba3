import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runGit } from "@/evaluator/tree/git";
import { Quarantine } from "@/evaluator/tree/quarantine";
import { storeOf } from "@/evaluator/tree/store";
import { scratchFolder, type TestFile, TestRepository } from "@/evaluator/tree/testing/repository";
import { treeDifference } from "./tree-difference";
import { createWorkspace, type Workspace } from "./workspace";

const CRLF = "class A\r\n{\r\n    int x = 1;\r\n}\r\n";
const LATIN = Buffer.from("// caf\xe9\nint y = 1;\n", "latin1");
const files = (value: string): TestFile[] => [
  { path: ".gitattributes", data: "*.cs text eol=crlf\n*.png filter=lfs -text\n*.asset ident\n" },
  { path: ".gitignore", data: "/Library/\n" },
  { path: "Assets/A.cs", data: CRLF.replace("1", value) },
  { path: "Assets/B.cs", data: "class B {}\n" },
  { path: "Assets/Latin.cs", data: LATIN },
  { path: "Assets/icon.png", data: Buffer.from([0x89, 0, 1, 2, 255]) },
  { path: "Assets/note.asset", data: "$Id$\n" },
  { path: "run.sh", data: "#!/bin/sh\n", mode: "100755" },
  { path: "link", data: "Assets/B.cs", mode: "120000" },
];

let parent: Awaited<ReturnType<typeof scratchFolder>>;
let repository: TestRepository;
let shas: { earlier: string; base: string; fix: string };
let workspace: Workspace;
beforeEach(async () => {
  parent = await scratchFolder();
  repository = await TestRepository.create(path.join(parent.dir, "game.git"));
  const earlier = await repository.commit(files("0"), undefined, "An earlier secret message");
  const base = await repository.commit(files("1"), earlier, "The base");
  const fix = await repository.commit(
    [...files("2"), { path: "Assets/Tests/Hidden.cs", data: "class Hidden {}\n" }],
    base,
    "The fix",
  );
  await repository.git("tag", "v1", fix);
  await repository.git("repack", "-a", "-d", "-q");
  shas = { earlier, base, fix };
  await lay();
});
afterEach(async () => {
  await workspace.remove();
  await parent.cleanUp();
});

async function lay(): Promise<void> {
  workspace = await createWorkspace({
    mirror: { gitDir: repository.gitDir },
    repoKey: "game",
    baseSha: shas.base,
    issue: "It is 1 but should be 2.\n",
  });
}

/** git as an agent runs it: in the workspace, with nothing of ours around it. */
function git(...args: string[]): { code: number | null; out: string } {
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: parent.dir } as unknown as NodeJS.ProcessEnv;
  const run = spawnSync("git", args, { cwd: workspace.dir, env, encoding: "utf8" });
  return { code: run.status, out: run.stdout + run.stderr };
}

describe("a workspace", () => {
  test("has one commit, and git in it knows nothing of what came before or after", async () => {
    expect(git("log", "--all", "--oneline").out.trim().split("\n")).toHaveLength(1);
    expect(git("rev-list", "--all", "--reflog", "--count").out.trim()).toBe("1");
    expect(git("for-each-ref").out.trim().split("\n")).toEqual([
      expect.stringMatching(/^[0-9a-f]{40} commit\trefs\/heads\/main$/),
    ]);
    expect([git("remote").out, git("reflog", "--all").out, git("tag").out]).toEqual(["", "", ""]);
    const lost = ["fix", "base", "earlier"] as const;
    for (const name of lost) expect(git("cat-file", "-e", shas[name]).code).not.toBe(0);
    for (const spec of [`${shas.fix}:Assets/A.cs`, `${shas.fix}:Assets/Tests/Hidden.cs`]) {
      const blob = (await repository.git("rev-parse", spec)).toString().trim();
      expect(git("cat-file", "-e", blob).code).not.toBe(0);
    }
    expect(git("fsck", "--full", "--unreachable", "--lost-found").out).not.toMatch(/dangling|unreachable/);
  });

  test("holds the base tree's objects, its own commit, and no way to others", () => {
    const own = git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)").out.trim().split("\n");
    const reachable = git("rev-list", "--objects", "--all").out.trim().split("\n");
    expect(new Set(own)).toEqual(new Set(reachable.map((line) => line.split(" ")[0])));
    expect(git("rev-parse", "HEAD^{tree}").out.trim()).toBe(workspace.baseTree);
    const info = path.join(workspace.dir, ".git", "objects", "info");
    expect(existsSync(path.join(info, "alternates"))).toBe(false);
    const found = spawnSync("grep", ["-rlaE", "game\\.git|earlier secret|The fix", ".git"], {
      cwd: workspace.dir,
      encoding: "utf8",
    });
    expect([found.stdout, found.status]).toEqual(["", 1]);
  });

  test("is clean, has the repository's bytes whatever its attributes say, and the issue beside it", () => {
    expect(git("status", "--porcelain").out).toBe("");
    expect(readFileSync(path.join(workspace.dir, "Assets/A.cs"), "utf8")).toBe(CRLF);
    expect(readFileSync(path.join(workspace.dir, "Assets/B.cs"), "utf8")).toBe("class B {}\n");
    expect(readFileSync(path.join(workspace.dir, "Assets/note.asset"), "utf8")).toBe("$Id$\n");
    expect(readlinkSync(path.join(workspace.dir, "link"))).toBe("Assets/B.cs");
    expect(readFileSync(workspace.issueFile, "utf8")).toBe("It is 1 but should be 2.\n");
    expect(readdirSync(path.dirname(workspace.dir)).sort()).toEqual(["game", "issue.txt"]);
  });

  test("is a repository that SWE-agent's reset commands work in", () => {
    for (const args of [
      ["fetch"],
      ["restore", "."],
      ["reset", "--hard"],
      ["checkout", "HEAD"],
      ["clean", "-fdq"],
    ])
      expect([args[0], git(...args).code]).toEqual([args[0], 0]);
  });
});

describe("what an agent left", () => {
  const put = (name: string, data: string | Uint8Array) => {
    mkdirSync(path.dirname(path.join(workspace.dir, name)), { recursive: true });
    writeFileSync(path.join(workspace.dir, name), data);
  };

  /** The tree that the base becomes with a patch, by the rule that every patch is applied with. */
  async function applied(patch: Uint8Array): Promise<(name: string) => Promise<Buffer>> {
    const store = await storeOf({ gitDir: repository.gitDir });
    const contents = new Map<string, Buffer>();
    await Quarantine.run(store, workspace.baseTree, async (quarantine) => {
      const run = await runGit(["apply", "--cached", "--whitespace=nowarn", "-"], {
        ...quarantine.git(),
        stdin: patch,
      });
      expect(run.status === "ok" ? "" : run.message).toBe("");
      const list = await runGit(["ls-files", "-z"], quarantine.git());
      if (list.status !== "ok") throw new Error(list.message);
      for (const name of list.stdout.toString().split("\0").filter(Boolean)) {
        const file = await runGit(["cat-file", "blob", `:${name}`], quarantine.git());
        if (file.status === "ok") contents.set(name, file.stdout);
      }
    });
    return async (name) => contents.get(name) ?? Buffer.from("absent");
  }

  test("is nothing when it changed nothing, or only what the project ignores", async () => {
    expect(await treeDifference(workspace)).toEqual({ status: "equal" });
    put("Library/cache.bin", "x");
    expect(await treeDifference(workspace)).toEqual({ status: "equal" });
  });

  test("comes back byte for byte: CRLF, other encodings, binary files, new and deleted ones", async () => {
    put("Assets/A.cs", CRLF.replace("1", "2"));
    put("Assets/Latin.cs", Buffer.from("// caf\xe9\nint y = 2;\n", "latin1"));
    put("Assets/icon.png", Buffer.from([0x89, 0, 9, 9, 255, 0]));
    put("Assets/New.cs", "class New {}");
    rmSync(path.join(workspace.dir, "Assets/B.cs"));
    const found = await treeDifference(workspace);
    if (found.status !== "difference") throw new Error(found.status);
    expect(new TextDecoder("utf-8", { fatal: true }).decode(found.patch)).toContain("GIT binary patch");
    const read = await applied(found.patch);
    expect((await read("Assets/A.cs")).toString()).toBe(CRLF.replace("1", "2"));
    expect(await read("Assets/Latin.cs")).toEqual(Buffer.from("// caf\xe9\nint y = 2;\n", "latin1"));
    expect(await read("Assets/icon.png")).toEqual(Buffer.from([0x89, 0, 9, 9, 255, 0]));
    expect((await read("Assets/New.cs")).toString()).toBe("class New {}");
    expect((await read("Assets/B.cs")).toString()).toBe("absent");
  });

  test("comes back when it was made in the second of the checkout and has the size of the original", async () => {
    await workspace.remove();
    await delay(1000 - (Date.now() % 1000));
    await lay();
    put("Assets/Latin.cs", Buffer.from("// caf\xe9\nint y = 3;\n", "latin1"));
    await delay(1000 - (Date.now() % 1000));
    const found = await treeDifference(workspace);
    if (found.status !== "difference") throw new Error(found.status);
    const read = await applied(found.patch);
    expect(await read("Assets/Latin.cs")).toEqual(Buffer.from("// caf\xe9\nint y = 3;\n", "latin1"));
  });

  test("comes back also under a name that is not UTF-8, beside a file that is not", async () => {
    put("Assets/Latin.cs", Buffer.from("// caf\xe9\nint y = 3;\n", "latin1"));
    writeFileSync(Buffer.concat([Buffer.from(`${workspace.dir}/n`), Buffer.from([0xe9])]), "odd name\n");
    const found = await treeDifference(workspace);
    if (found.status !== "difference") throw new Error(found.status);
    const read = await applied(found.patch);
    expect(await read("Assets/Latin.cs")).toEqual(Buffer.from("// caf\xe9\nint y = 3;\n", "latin1"));
    expect((await read("n\ufffd")).toString()).toBe("absent");
    expect(found.patch.toString()).toContain('"b/n\\351"');
  });

  test("counts also when the agent committed it, broke the repository or gave it traps", async () => {
    put("Assets/B.cs", "class B { int z; }\n");
    git("commit", "-qam", "Done");
    appendFileSync(
      path.join(workspace.dir, ".git", "config"),
      '[core]\n\tfsmonitor = "touch trap"\n\texcludesFile = /nowhere\n[filter "x"]\n\tclean = touch trap\n',
    );
    put(".git/info/exclude", "*\n");
    put(".gitattributes", "* filter=x text eol=crlf\n");
    rmSync(path.join(workspace.dir, ".git", "HEAD"));
    const found = await treeDifference(workspace);
    if (found.status !== "difference") throw new Error(found.status);
    expect((await (await applied(found.patch))("Assets/B.cs")).toString()).toBe("class B { int z; }\n");
    expect(existsSync(path.join(workspace.dir, "trap"))).toBe(false);
  });

  test("is a link where a folder was replaced by one; what it points to is not read", async () => {
    rmSync(path.join(workspace.dir, "Assets"), { recursive: true });
    symlinkSync("/", path.join(workspace.dir, "Assets"));
    const found = await treeDifference(workspace);
    if (found.status !== "difference") throw new Error(found.status);
    expect(found.patch.toString()).toContain("new file mode 120000");
    expect(found.patch.length).toBeLessThan(10_000);
  });
});
