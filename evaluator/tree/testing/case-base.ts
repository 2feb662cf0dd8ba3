import { readFileSync } from "node:fs";
import path from "node:path";
import { type TestFile, TestRepository } from "@/evaluator/tree/testing/repository";
import type { TreeContext, TreeFile } from "@/evaluator/tree/types";
import { instanceSchema, repoSchema } from "@/lib/domain/instance";

const FOLDER = path.resolve(import.meta.dirname, "../../../tests/fixtures/cases/B");

type BaseFile = { path: string; mode: string; content?: string; base64?: string };

/** The base tree that the patch fixtures were made against. */
export function caseBase(): TestFile[] {
  const { files } = JSON.parse(readFileSync(path.join(FOLDER, "base.json"), "utf8")) as { files: BaseFile[] };
  return files.map((file) => ({
    path: file.path,
    mode: file.mode,
    data: file.base64 === undefined ? (file.content ?? "") : Buffer.from(file.base64, "base64"),
  }));
}

export function casePatch(file: string): Buffer {
  return readFileSync(path.join(FOLDER, file));
}

export function caseTable<T>(): T {
  return JSON.parse(readFileSync(path.join(FOLDER, "expected.json"), "utf8")) as T;
}

export function treeFile(file: string, text: string | Uint8Array): TreeFile {
  return { path: file, mode: "100644", data: Buffer.from(text) };
}

/** The hidden tests of the fixtures: one new folder, and one test file that the base has too. */
const HIDDEN_TESTS: TreeFile[] = [
  treeFile("Assets/InjectedPRTests/Editor/HealthPRTests.cs", "// hidden\n"),
  treeFile("Assets/Tests/Editor/HealthTests.cs", "// hidden, replaces\n"),
];

type Parts = Partial<Pick<TreeContext, "hiddenTests" | "oraclePaths" | "hook">> & {
  targets?: string[];
  repo?: Record<string, unknown>;
};

/** A context over a commit of a test repository. */
export function testContext(gitDir: string, base: string, parts: Parts = {}, fix = base): TreeContext {
  const instance = instanceSchema.parse({
    instance_id: "demo-1",
    repo: "demo",
    base_sha: base,
    fix_sha: fix,
    target_files: parts.targets ?? ["Assets/Scripts/Health.cs"],
    test_class: "HealthPRTests",
    unity_bucket: "2019.4.36f1",
  });
  const repo = repoSchema.parse({
    name: "Demo",
    url: "history:demo",
    unity_buckets: ["2019.4.36f1"],
    ...parts.repo,
  });
  return {
    mirror: { gitDir },
    instance,
    repo,
    hiddenTests: parts.hiddenTests ?? HIDDEN_TESTS,
    oraclePaths: parts.oraclePaths ?? parts.targets ?? ["Assets/Scripts/Health.cs"],
    ...(parts.hook === undefined ? {} : { hook: parts.hook }),
  };
}

/** A repository that holds only the fixtures' base. */
export async function caseRepository(
  dir: string,
  name = "mirror.git",
): Promise<{ repository: TestRepository; base: string }> {
  const repository = await TestRepository.create(path.join(dir, name));
  return { repository, base: await repository.commit(caseBase()) };
}
