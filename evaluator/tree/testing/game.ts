import path from "node:path";
import { lookUp } from "@/evaluator/tree/diff";
import { type AppliedCheck, type GradedTree, withGradedTree } from "@/evaluator/tree/pipeline";
import { scratchFolder, type TestFile, TestRepository } from "@/evaluator/tree/testing/repository";
import { toBytes } from "@/evaluator/tree/tree-object";
import type { TreeContext } from "@/evaluator/tree/types";

/** A small game whose files tests change: what is not named stays. */
export class TestGame {
  private constructor(
    readonly repository: TestRepository,
    readonly base: string,
    private readonly files: readonly TestFile[],
    readonly cleanUp: () => Promise<void>,
  ) {}

  static async create(files: readonly TestFile[]): Promise<TestGame> {
    const { dir, cleanUp } = await scratchFolder();
    const repository = await TestRepository.create(path.join(dir, "game.git"));
    return new TestGame(repository, await repository.commit(files), files, cleanUp);
  }

  get gitDir(): string {
    return this.repository.gitDir;
  }

  /** A commit on the base with some files written (text) or taken away (null). */
  async change(changes: Record<string, string | null>): Promise<string> {
    const kept = this.files.filter((file) => !(file.path in changes));
    const written = Object.entries(changes).flatMap(([name, data]) =>
      data === null ? [] : [{ path: name, data }],
    );
    return await this.repository.commit([...kept, ...written], this.base);
  }

  async patch(changes: Record<string, string | null>): Promise<Buffer> {
    return await this.repository.diff(this.base, await this.change(changes));
  }

  /** Checks a patch that must run, and reads files of its graded tree. */
  async run(
    ctx: TreeContext,
    patch: Buffer,
    ...names: string[]
  ): Promise<{ check: AppliedCheck; files: (string | null)[] }> {
    const { check, result } = await withGradedTree(ctx, patch, async (graded) => {
      return await Promise.all(names.map((name) => readText(graded, name)));
    });
    if (check.status !== "applied" || result === null) throw new Error(`not run: ${JSON.stringify(check)}`);
    return { check, files: result };
  }
}

/** A file of a graded tree as text; null when it is not there. */
export async function readText({ objects, tree }: GradedTree, name: string): Promise<string | null> {
  const found = await lookUp(objects, tree, toBytes(name));
  return found === null ? null : ((await objects.blob(found.id))?.toString("utf8") ?? null);
}
