import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { stringify } from "yaml";
import { TestRepository } from "@/evaluator/tree/testing/repository";

const CODE = "Assets/Game/Game.cs";
const TESTS = "Assets/Tests/Editor";
const asmdef = { path: `${TESTS}/Tests.asmdef`, data: '{"name":"Tests"}\n' };
const body = (value: string) =>
  `class Game\r\n{\r\n${"    // line\r\n".repeat(20)}    int value = ${value};\r\n}\r\n`;

export type SmallDataset = {
  /** For BENCHMARK_DIR and REPO_MIRROR_DIR. */
  env: { BENCHMARK_DIR: string; REPO_MIRROR_DIR: string };
  dir: string;
  fixed: Buffer;
};

/**
 * A dataset of two instances of one small repository: `game-1` (golden, its fix brought a test) and `game-2`
 * (candidates). The repository lies in a folder of mirrors as `<owner>+<name>/repo`.
 */
export async function smallDataset(
  parent: string,
  more: readonly Record<string, unknown>[] = [],
): Promise<SmallDataset> {
  const dir = path.join(parent, "benchmark");
  const mirrors = path.join(parent, "mirrors");
  await mkdir(path.join(mirrors, "own+game"), { recursive: true });
  const repository = await TestRepository.create(path.join(mirrors, "own+game", "repo"));
  const base = await repository.commit([asmdef, { path: CODE, data: body("1") }]);
  const fix = await repository.commit(
    [
      asmdef,
      { path: CODE, data: body("2") },
      { path: `${TESTS}/GameTests.cs`, data: "class GameTests {}\n" },
    ],
    base,
  );
  const row = {
    repo: "game",
    base_sha: base,
    fix_sha: fix,
    target_files: [CODE],
    unity_bucket: "2019.4.36f1",
    test_platform: "EditMode",
    test_class: "GameTests",
  };
  const instances = [
    {
      instance_id: "game-1",
      benchmark_set: "golden",
      issue_number: 1,
      test_paths: [`${TESTS}/GameTests.cs`],
      ...row,
    },
    { instance_id: "game-2", benchmark_set: "candidates", issue_number: 2, ...row },
    ...more.map((fields) => ({ ...row, ...fields })),
  ];
  const repos = {
    game: {
      name: "Game",
      url: "https://github.com/own/game.git",
      unity_buckets: ["2019.4.36f1", "2018.4.36f1"],
    },
    lost: { name: "Lost", url: "/nowhere/lost.git", unity_buckets: ["2019.4.36f1"] },
  };
  await mkdir(dir, { recursive: true });
  await writeFile(path.join(dir, "instances.json"), JSON.stringify(instances));
  await writeFile(path.join(dir, "repos.yaml"), stringify(repos));
  return { env: { BENCHMARK_DIR: dir, REPO_MIRROR_DIR: mirrors }, dir, fixed: Buffer.from(body("2")) };
}
