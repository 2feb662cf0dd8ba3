import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DockerEngine } from "@/evaluator/sandbox/docker/engine";
import {
  ensureStandinImages,
  RECIPE_LABEL,
  STANDIN_IMAGE,
  STANDIN_LABEL,
} from "@/evaluator/unity/standin-image";
import { readRecipe, recipeHash } from "@/evaluator/unity/standin-recipe";
import { readConfig } from "@/lib/config";

/** An editor version that no sample project has, so that no other test's image is touched. */
const BUCKET = "2018.1.0f1";
const config = readConfig();
const editorDir = path.join(config.sampleDir, "editor");

function connect() {
  const connected = DockerEngine.connect(config.docker);
  if (connected.status !== "connected") throw new Error(connected.message);
  return connected.engine.docker;
}
const docker = connect();
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), "standin-recipe-"));
  await cp(editorDir, copy, { recursive: true });
  // Compiling ahead of time is most of a build, and nothing that these tests ask for.
  const script = path.join(copy, "image/compile.sh");
  await writeFile(script, (await readFile(script, "utf8")).split("\n\n# Compiled ahead")[0] ?? "");
});
afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await docker
    .getImage(`${STANDIN_IMAGE}:${BUCKET}`)
    .remove({ force: true })
    .catch(() => undefined);
});

async function ensure(dir: string, buckets: string[]) {
  const lines: string[] = [];
  const result = await ensureStandinImages({
    docker,
    buckets,
    editorDir: dir,
    onLine: (line) => lines.push(line),
  });
  return { result, lines };
}

describe("the stand-in editor image", () => {
  test("is built with the labels that tell what it is, and not again while its recipe is the same", async () => {
    const first = await ensure(editorDir, [BUCKET]);
    expect(first.result).toMatchObject({ status: "ready", images: [{ bucket: BUCKET, built: true }] });
    expect(first.lines.at(-1)).toContain(`built ${STANDIN_IMAGE}:${BUCKET}`);
    const { Config: settings } = await docker.getImage(`${STANDIN_IMAGE}:${BUCKET}`).inspect();
    expect(settings.Labels).toMatchObject({
      [STANDIN_LABEL]: "true",
      [RECIPE_LABEL]: recipeHash(await readRecipe(editorDir)),
    });

    const second = await ensure(editorDir, [BUCKET, BUCKET]);
    if (first.result.status !== "ready") throw new Error("not ready");
    const images = first.result.images.map((image) => ({ ...image, built: false }));
    expect(second).toEqual({ result: { status: "ready", images }, lines: [] });
  });

  test("is built anew when its recipe changed, under a digest of its own", async () => {
    const before = await ensure(editorDir, [BUCKET]);
    await writeFile(
      path.join(copy, "stub/engine/Extra.cs"),
      "namespace UnityEngine { public class Extra { } }\n",
    );
    const after = await ensure(copy, [BUCKET]);
    expect(after.result).toMatchObject({ status: "ready", images: [{ built: true }] });
    if (before.result.status !== "ready" || after.result.status !== "ready") throw new Error("not ready");
    expect(after.result.images[0]?.digest).not.toBe(before.result.images[0]?.digest);
  });

  test("whose sources do not compile is reported with every way that was tried", async () => {
    await writeFile(path.join(copy, "stub/engine/Extra.cs"), "namespace UnityEngine { broken }\n");
    const { result } = await ensure(copy, [BUCKET]);
    expect(result).toMatchObject({ status: "failed", message: expect.stringContaining("the Dockerfile") });
    expect(result).toMatchObject({ mend: expect.stringContaining("Docker") });
  });

  test("of something that is no editor version is refused before anything is built", async () => {
    const { result, lines } = await ensure(editorDir, ["2019.4.36f1; rm -rf /"]);
    expect(result).toMatchObject({
      status: "failed",
      message: expect.stringContaining("not an editor version"),
    });
    expect(lines).toEqual([]);
  });

  test("can be stopped while it is being built", async () => {
    await writeFile(
      path.join(copy, "stub/engine/Extra.cs"),
      "namespace UnityEngine { public class Other { } }\n",
    );
    const stop = new AbortController();
    const started = Date.now();
    const result = await ensureStandinImages({
      docker,
      buckets: [BUCKET],
      editorDir: copy,
      onLine: () => stop.abort(),
      signal: stop.signal,
    });
    expect(result).toMatchObject({ status: "failed", message: expect.stringContaining("was stopped") });
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});
