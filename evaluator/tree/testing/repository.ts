import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createBareRepository } from "@/evaluator/tree/bare";
import { gitLine, mustGit } from "@/evaluator/tree/git";

/** A file of a test tree; text is written as UTF-8. Mode 160000 takes a commit hash as its data. */
export type TestFile = { path: string; data: string | Uint8Array; mode?: string };

const WHO = "Test Author <author@example.org> 1700000000 +0100";

/** A folder that is removed by `cleanUp`. */
export async function scratchFolder(): Promise<{ dir: string; cleanUp: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), "swe-game-bench-test-"));
  return { dir, cleanUp: () => rm(dir, { recursive: true, force: true }) };
}

/** Real bare repositories for tests, made in one go: bytes go in as they are. */
export class TestRepository {
  private constructor(readonly gitDir: string) {}

  static async create(gitDir: string): Promise<TestRepository> {
    await createBareRepository(gitDir);
    return new TestRepository(gitDir);
  }

  /** Commits exactly these files, nothing carried over. */
  async commit(files: readonly TestFile[], parent?: string, message = "Change"): Promise<string> {
    const stream = [
      Buffer.from(
        `reset refs/heads/main\n\ncommit refs/heads/main\nmark :1\nauthor ${WHO}\ncommitter ${WHO}\n`,
      ),
      dataBlock(`${message}\n`),
      Buffer.from(parent === undefined ? "deleteall\n" : `from ${parent}\ndeleteall\n`),
      ...files.flatMap(fileBlock),
      Buffer.from("get-mark :1\n"),
    ];
    return await gitLine(["fast-import", "--quiet", "--force"], {
      gitDir: this.gitDir,
      stdin: Buffer.concat(stream),
    });
  }

  async git(...args: string[]): Promise<Buffer> {
    return await mustGit(args, { gitDir: this.gitDir });
  }

  /** A patch as git writes it. */
  async diff(from: string, to: string): Promise<Buffer> {
    return await this.git("diff-tree", "-p", "--binary", "--full-index", from, to);
  }
}

function fileBlock(file: TestFile): Buffer[] {
  const mode = file.mode ?? "100644";
  if (mode === "160000") return [Buffer.from(`M ${mode} ${String(file.data)} ${file.path}\n`)];
  return [Buffer.from(`M ${mode} inline ${file.path}\n`), dataBlock(file.data)];
}

function dataBlock(data: string | Uint8Array): Buffer {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);
}

/** Writes files into a folder, with their folders. */
export async function writeFiles(dir: string, files: readonly TestFile[]): Promise<void> {
  for (const file of files) {
    await mkdir(path.dirname(path.join(dir, file.path)), { recursive: true });
    await writeFile(path.join(dir, file.path), file.data);
  }
}
