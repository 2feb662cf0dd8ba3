import { mkdir } from "node:fs/promises";
import path from "node:path";
import { scratchFolder, type TestFile, TestRepository } from "@/evaluator/tree/testing/repository";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { instanceSchema, repoSchema } from "@/lib/domain/instance";
import type { MirrorAccess } from "../mirror-access";

/** A repository with a base and a fix, an empty dataset folder, and the instance between them. */
export type FixFixture = {
  dir: string;
  datasetDir: string;
  entry: InstanceEntry;
  mirrorOf: MirrorAccess;
  repository: TestRepository;
  cleanUp: () => Promise<void>;
};

export async function fixFixture(
  base: readonly TestFile[],
  fix: readonly TestFile[],
  fields: Record<string, unknown>,
): Promise<FixFixture> {
  const { dir, cleanUp } = await scratchFolder();
  const gitDir = path.join(dir, "game.git");
  const repository = await TestRepository.create(gitDir);
  const baseSha = await repository.commit(base);
  const fixSha = await repository.commit(fix, baseSha, "Fix");
  const datasetDir = path.join(dir, "dataset");
  await mkdir(datasetDir);
  const instance = instanceSchema.parse({
    instance_id: "game-1",
    repo: "game",
    base_sha: baseSha,
    fix_sha: fixSha,
    unity_bucket: "2019.4.36f1",
    ...fields,
  });
  const repo = repoSchema.parse({ name: "Game", url: gitDir, unity_buckets: ["2019.4.36f1"] });
  const dataset = { dir: datasetDir, instances: [instance], repos: new Map([["game", repo]]), hash: "" };
  return {
    dir,
    datasetDir,
    entry: { instance, repo, dataset },
    mirrorOf: async () => ({ status: "ready", mirror: { gitDir } }),
    repository,
    cleanUp,
  };
}
