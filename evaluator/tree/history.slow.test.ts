import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildHistory, readHistory } from "@/evaluator/tree/history";
import { exportHistory } from "@/evaluator/tree/history-export";
import { scratchFolder, TestRepository } from "@/evaluator/tree/testing/repository";

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let repository: TestRepository;
let folder: string;
beforeEach(async () => {
  scratch = await scratchFolder();
  repository = await TestRepository.create(path.join(scratch.dir, "source.git"));
  folder = path.join(scratch.dir, "text");
});
afterEach(() => scratch.cleanUp());

const latin = Uint8Array.from([0x78, 0xe9, 0x0d, 0x0a, 0x79]);

async function twoCommits(): Promise<string> {
  const first = await repository.commit(
    [
      { path: "Assets/Crlf.cs", data: "\uFEFFclass A\r\n{\r\n}\r\n" },
      { path: "Assets/Latin.cs", data: latin },
      { path: "Assets/Герой/My File.cs", data: "no end" },
      { path: "Assets/icon.bin", data: Uint8Array.from([0, 1, 2, 255]) },
      { path: "link", data: "Assets", mode: "120000" },
    ],
    undefined,
    "Start: a game\n\nWith a body.",
  );
  const second = [
    { path: "Assets/Crlf.cs", data: "\uFEFFclass B\r\n{\r\n}\r\n" },
    { path: "Assets/Latin.cs", data: latin, mode: "100755" },
    { path: "Assets/icon.bin", data: Uint8Array.from([0, 1, 2, 254]) },
  ];
  return await repository.commit(second, first, "Second");
}

describe("text history", () => {
  it("gives a repository with the same commit hashes, whatever bytes its files have", async () => {
    const tip = await twoCommits();
    const exported = await exportHistory(repository.gitDir, folder);
    expect(exported).toEqual({ commits: 2, tip });
    const rebuilt = path.join(scratch.dir, "rebuilt.git");
    expect(await buildHistory(folder, rebuilt)).toEqual({ tip });
    expect(await readdir(folder)).toEqual(["0001-start-a-game.patch", "0002-second.patch", "history.json"]);
  });

  it("keeps a commit that changes nothing", async () => {
    const files = [{ path: "a", data: "a\n" }];
    const first = await repository.commit(files);
    const tip = await repository.commit(files, first, "Nothing");
    await exportHistory(repository.gitDir, folder);
    expect((await readHistory(folder)).commits.at(-1)).toMatchObject({ sha: tip, message: "Nothing" });
  });

  it("removes the patches of an older export", async () => {
    await twoCommits();
    await exportHistory(repository.gitDir, folder);
    await repository.commit([{ path: "a", data: "a\n" }], undefined, "Only one");
    await exportHistory(repository.gitDir, folder);
    expect(await readdir(folder)).toEqual(["0001-only-one.patch", "history.json"]);
  });

  it("names the commit whose recorded hash is not what its patch gives", async () => {
    await twoCommits();
    await exportHistory(repository.gitDir, folder);
    const patch = path.join(folder, "0002-second.patch");
    const text = await readFile(patch, "latin1");
    await writeFile(patch, text.replace("+\xef\xbb\xbfclass B", "+\xef\xbb\xbfclass C"), "latin1");
    await expect(buildHistory(folder, path.join(scratch.dir, "x.git"))).rejects.toThrow(
      /commit 2 of 2 \("Second"\): the patch and the data give commit [0-9a-f]{40}/,
    );
  });

  it("names the commit whose patch does not apply", async () => {
    await twoCommits();
    await exportHistory(repository.gitDir, folder);
    await writeFile(path.join(folder, "0002-second.patch"), "nonsense\n");
    await expect(buildHistory(folder, path.join(scratch.dir, "x.git"))).rejects.toThrow(
      /commit 2 of 2 \("Second"\): 0002-second\.patch does not apply/,
    );
  });

  it("says which field of history.json is wrong", async () => {
    await twoCommits();
    await exportHistory(repository.gitDir, folder);
    const file = path.join(folder, "history.json");
    await writeFile(file, (await readFile(file, "utf8")).replace(/\+01:00/, ""));
    await expect(readHistory(folder)).rejects.toThrow(/commits\.0\.date: must be a date like/);
  });

  it("refuses a merge, since text history is one line of commits", async () => {
    const a = await repository.commit([{ path: "a", data: "a\n" }]);
    const b = await repository.commit([{ path: "b", data: "b\n" }]);
    const tree = (await repository.git("rev-parse", `${a}^{tree}`)).toString().trim();
    const body = `tree ${tree}\nparent ${a}\nparent ${b}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nMerge\n`;
    await writeFile(path.join(scratch.dir, "merge"), body);
    const merge = (await repository.git("hash-object", "-w", "-t", "commit", path.join(scratch.dir, "merge")))
      .toString()
      .trim();
    await expect(exportHistory(repository.gitDir, folder, merge)).rejects.toThrow(/is a merge/);
  });

  it("says that a folder is no repository", async () => {
    await expect(exportHistory(scratch.dir, folder)).rejects.toThrow(/is not a git repository/);
  });
});
