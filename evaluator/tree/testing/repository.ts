import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createBareRepository } from "@/evaluator/tree/bare";
import { type GitOptions, gitLine, mustGit } from "@/evaluator/tree/git";

/** A file of a test tree; text is written as UTF-8. Mode 160000 takes a commit hash as its data. */
export type TestFile = { path: string; data: string | Uint8Array; mode?: string };

const WHO = { NAME: "Test Author", EMAIL: "author@example.org", DATE: "@1700000000 +0100" };
const IDENTITY = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((role) =>
    Object.entries(WHO).map(([key, value]) => [`GIT_${role}_${key}`, value]),
  ),
);

/** A folder that is removed by `cleanUp`. */
export async function scratchFolder(): Promise<{ dir: string; cleanUp: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), "swe-game-bench-test-"));
  return { dir, cleanUp: () => rm(dir, { recursive: true, force: true }) };
}

/** Real bare repositories for tests, made by plumbing: bytes go in as they are. */
export class TestRepository {
  private constructor(readonly gitDir: string) {}

  static async create(gitDir: string): Promise<TestRepository> {
    await createBareRepository(gitDir);
    return new TestRepository(gitDir);
  }

  /** Commits exactly these files, nothing carried over. */
  async commit(files: readonly TestFile[], parent?: string, message = "Change"): Promise<string> {
    const tree = await this.tree(files);
    const parents = parent === undefined ? [] : ["-p", parent];
    const git: GitOptions = { gitDir: this.gitDir, env: IDENTITY, stdin: Buffer.from(`${message}\n`) };
    const sha = await gitLine(["commit-tree", ...parents, "-F", "-", tree], git);
    await mustGit(["update-ref", "refs/heads/main", sha], git);
    return sha;
  }

  async tree(files: readonly TestFile[]): Promise<string> {
    const index = path.join(this.gitDir, "index");
    await rm(index, { force: true });
    const git: GitOptions = { gitDir: this.gitDir, env: { GIT_INDEX_FILE: index } };
    const lines: string[] = [];
    for (const file of files) {
      const data = typeof file.data === "string" ? Buffer.from(file.data) : file.data;
      const isLink = file.mode === "160000";
      const sha = isLink
        ? String(file.data)
        : await gitLine(["hash-object", "-w", "--stdin"], { ...git, stdin: data });
      lines.push(`${file.mode ?? "100644"} ${sha}\t${file.path}\0`);
    }
    await mustGit(["update-index", "-z", "--index-info"], { ...git, stdin: Buffer.from(lines.join("")) });
    return await gitLine(["write-tree"], git);
  }

  async git(...args: string[]): Promise<Buffer> {
    return await mustGit(args, { gitDir: this.gitDir });
  }

  /** A patch as git writes it. */
  async diff(from: string, to: string): Promise<Buffer> {
    return await this.git("diff-tree", "-p", "--binary", "--full-index", from, to);
  }
}

/** Writes files into a folder, with their folders. */
export async function writeFiles(dir: string, files: readonly TestFile[]): Promise<void> {
  for (const file of files) {
    await mkdir(path.dirname(path.join(dir, file.path)), { recursive: true });
    await writeFile(path.join(dir, file.path), file.data);
  }
}
