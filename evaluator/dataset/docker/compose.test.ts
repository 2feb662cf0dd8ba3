import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import type { Dataset } from "@/lib/benchmark/dataset";
import { loadDataset } from "@/lib/benchmark/load";
import { repoSchema } from "@/lib/domain/instance";
import { composeFile, editorServices } from "./compose";
import { generateDocker } from "./generate";

const settings = { editorImage: "unityci/editor:ubuntu-{bucket}-base-3" };
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "compose-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function dataset(repos: Record<string, Record<string, unknown>>): Dataset {
  const parsed = Object.entries(repos).map(
    ([key, repo]) =>
      [key, repoSchema.parse({ name: key, url: "https://example.org/x.git", ...repo })] as const,
  );
  return { dir, instances: [], repos: new Map(parsed), hash: "" };
}

const two = () =>
  dataset({
    fungus: { unity_buckets: ["2019.4.36f1", "2018.4.36f1"] },
    demo: { unity_buckets: ["2021.3.15f1"], editor_image: "local/stand-in:{bucket}", standin: true },
  });

test("each repository gets one service an editor, with the editor image as build argument", () => {
  const services = editorServices(two(), settings);
  expect(services.map((service) => service.name)).toEqual([
    "fungus-2019.4.36f1",
    "fungus-2018.4.36f1",
    "demo-2021.3.15f1",
  ]);
  const compose = parse(composeFile(services));
  expect(compose.services["fungus-2019.4.36f1"]).toEqual({
    image: "swe-game-bench/editor-shell:2019.4.36f1",
    build: { context: ".", args: { EDITOR_IMAGE: "unityci/editor:ubuntu-2019.4.36f1-base-3" } },
    container_name: "swe-game-bench-fungus-2019.4.36f1",
    init: true,
    command: ["sleep", "infinity"],
    volumes: [
      expect.stringMatching(
        /^\$\{LICENSE_PATH:-..\/..\/unity_license_data\}\/Unity_lic.ulf:\/root\/.local\/share\/unity3d\/Unity\/Unity_lic.ulf:ro$/,
      ),
    ],
  });
});

test("a stand-in gets its own image name and no Unity licence", () => {
  const compose = parse(composeFile(editorServices(two(), settings)));
  expect(compose.services["demo-2021.3.15f1"]).toMatchObject({
    image: "swe-game-bench/editor-shell-demo:2021.3.15f1",
    build: { args: { EDITOR_IMAGE: "local/stand-in:2021.3.15f1" } },
  });
  expect(compose.services["demo-2021.3.15f1"].volumes).toBeUndefined();
});

test("the text is the same each time and holds no path of this machine", () => {
  const text = composeFile(editorServices(two(), settings));
  expect(composeFile(editorServices(two(), settings))).toBe(text);
  expect(text).not.toContain(dir);
  expect(text).not.toContain("&a1");
});

test("generating writes compose file and Dockerfile, then changes nothing, and keeps a Dockerfile that is there", async () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const first = await generateDocker(two(), { ...settings, root });
  expect(first).toMatchObject({ services: 3, changed: true, dockerfileWritten: true });
  expect(readFileSync(path.join(dir, "docker/Dockerfile"), "utf8")).toMatch(/^FROM \$\{EDITOR_IMAGE\}$/m);
  writeFileSync(path.join(dir, "docker/Dockerfile"), "FROM own\n");
  const second = await generateDocker(two(), { ...settings, root });
  expect(second).toMatchObject({ changed: false, dockerfileWritten: false });
  expect(readFileSync(path.join(dir, "docker/Dockerfile"), "utf8")).toBe("FROM own\n");
});

test("the dataset of this project has a service for every bucket of the documented table", () => {
  const load = loadDataset(path.resolve(import.meta.dirname, "../../../benchmark"));
  if (load.status !== "loaded") throw new Error(JSON.stringify(load.problems));
  const names = editorServices(load.dataset, settings).map((service) => service.name);
  expect(names).toHaveLength(25);
  expect(names).toContain("gothicvr-2022.2.18f1");
  expect(existsSync(path.join(load.dataset.dir, "docker/Dockerfile"))).toBe(true);
});
