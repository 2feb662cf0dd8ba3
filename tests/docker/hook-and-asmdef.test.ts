import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluateOracle } from "@/evaluator/evaluate";
import type { OracleEvaluation } from "@/evaluator/evaluate-types";
import { ensureStandinImages, STANDIN_IMAGE } from "@/evaluator/unity/standin-image";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { ownTree } from "./support/own-tree";
import { type SampleEvaluator, sampleEvaluator } from "./support/sample-evaluator";

const OLD = "2018.4.36f1";
const SECONDS = 120;

/** Deletes what asks for somebody when the project opens: the sample does the same by a scrub step. */
const HOOK = `import type { RepoHook } from "@/evaluator/tree/types";

const scrub: RepoHook = async (tree) => {
  const editor: string[] = await tree.list("Assets/Editor");
  return { delete: editor.filter((file) => file.endsWith("WorkspaceGuard.cs")) };
};
export default scrub;
`;

let kit: SampleEvaluator;
let dir: string;
const made = new Set<string>();

beforeAll(async () => {
  kit = await sampleEvaluator();
  dir = mkdtempSync(path.join(tmpdir(), "hook-dataset-"));
  for (const part of ["tests", "oracle_patches", "repositories"])
    cpSync(path.join(kit.deps.settings.sampleDir, part), path.join(dir, part), { recursive: true });
});
afterAll(async () => {
  for (const image of made) await kit.engine.docker.getImage(image).remove({ force: true });
  rmSync(dir, { recursive: true, force: true });
  await kit?.close();
});

type Changes = { scrub?: InstanceEntry["repo"]["scrub"]; bucket?: string; images?: Record<string, string> };

function variant({ scrub, bucket, images }: Changes): InstanceEntry {
  const from = kit.entry("sample-packrat-1");
  const entry = {
    dataset: { ...from.dataset, dir },
    repo: {
      ...from.repo,
      scrub: scrub ?? from.repo.scrub,
      ...(images ? { editor_images: images } : {}),
    },
    instance: {
      ...from.instance,
      timeout_seconds: SECONDS,
      ...(bucket ? { unity_bucket: bucket } : {}),
    },
  };
  return ownTree(entry, "ê");
}

async function oracle(entry: InstanceEntry): Promise<OracleEvaluation> {
  const result = await evaluateOracle(kit.deps, { entry });
  if (result.status === "oracle") made.add(result.run.warm.image);
  return result;
}

describe("a repository's hook", () => {
  const scrub = [{ remove_package: "com.burrow.workspace" }];

  test("opens a project that the editor cannot open without it", async () => {
    expect(await oracle(variant({ scrub }))).toMatchObject({ status: "infra", reason: "project" });
    mkdirSync(path.join(dir, "hooks"));
    writeFileSync(path.join(dir, "hooks", "packrat.ts"), HOOK);
    const result = await oracle(variant({ scrub }));
    expect(result).toMatchObject({ status: "oracle", run: { grade: { outcome: "passed", notes: [] } } });
  });

  test("that fails is told as a fault of the dataset, and no patch pays for it", async () => {
    writeFileSync(
      path.join(dir, "hooks", "packrat.ts"),
      "export default () => { throw new Error('no'); };\n",
    );
    expect(await oracle(variant({ scrub }))).toMatchObject({
      status: "infra",
      reason: "dataset",
      message: "The hook hooks/packrat.ts failed: no",
    });
    rmSync(path.join(dir, "hooks"), { recursive: true });
  });
});

describe("test assemblies in an editor before 2019.2", () => {
  beforeAll(async () => {
    const editorDir = path.join(kit.deps.settings.sampleDir, "editor");
    const built = await ensureStandinImages({ docker: kit.engine.docker, buckets: [OLD], editorDir });
    if (built.status !== "ready") throw new Error(built.message);
  });

  test("are written in the form that it knows, and run", async () => {
    expect(await oracle(variant({ bucket: OLD }))).toMatchObject({
      status: "oracle",
      run: { grade: { outcome: "passed" }, editor: { image: `${STANDIN_IMAGE}:${OLD}` } },
    });
  });

  test("would not compile in the form of later editors", async () => {
    // The bucket is a later one, and its image is the old editor's.
    const images = { "2019.4.36f1": `${STANDIN_IMAGE}:${OLD}` };
    expect(await oracle(variant({ images }))).toMatchObject({
      status: "oracle",
      run: { grade: { outcome: "compile-error" }, editor: { image: `${STANDIN_IMAGE}:${OLD}` } },
    });
  });
});
