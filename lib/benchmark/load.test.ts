import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readHiddenTests } from "./files";
import { definitionHash } from "./hashes";
import { loadBenchmark, loadDataset } from "./load";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "dataset-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const row = {
  instance_id: "demo-1",
  repo: "demo",
  benchmark_set: "golden",
  base_sha: "a".repeat(40),
  fix_sha: "b".repeat(40),
  target_files: ["Assets/A.cs"],
  test_class: "ATests",
  test_platform: "EditMode",
  unity_bucket: "2019.4.36f1",
};
const repos =
  "demo:\n  name: Demo\n  url: https://example.invalid/demo.git\n  unity_buckets: ['2019.4.36f1']\n";

function write(instances: unknown, reposText = repos): void {
  writeFileSync(path.join(dir, "instances.json"), JSON.stringify(instances));
  writeFileSync(path.join(dir, "repos.yaml"), reposText);
}

test("a folder in the documented format loads, also when the list is wrapped or has unknown fields", () => {
  write([{ ...row, notes: "kept" }]);
  expect(loadDataset(dir)).toMatchObject({
    status: "loaded",
    dataset: { instances: [{ instance_id: "demo-1", notes: "kept" }] },
  });
  write({ instances: [row] }, `repos:\n${repos.replace(/^/gm, "  ")}`);
  expect(loadDataset(dir).status).toBe("loaded");
});

test("every problem of a folder is told at once, with the instance it belongs to", () => {
  write([
    { ...row, base_sha: "short" },
    { ...row, instance_id: "demo-2", target_files: ["../out.cs"] },
  ]);
  const load = loadDataset(dir);
  const text = load.status === "invalid" ? load.problems.map((p) => p.message).join("\n") : "";
  expect(text).toContain("demo-1");
  expect(text).toContain("base_sha");
  expect(text).toContain("demo-2");
});

test("an unknown repository, an unknown bucket and a doubled id are refused", () => {
  write([
    row,
    row,
    { ...row, instance_id: "demo-3", repo: "other" },
    { ...row, instance_id: "demo-4", unity_bucket: "2030.1.1f1" },
  ]);
  const load = loadDataset(dir);
  const text = load.status === "invalid" ? load.problems.map((p) => p.message).join("\n") : "";
  expect(text).toMatch(/demo-1: is defined twice/);
  expect(text).toMatch(/demo-3: repo "other"/);
  expect(text).toMatch(/demo-4: unity_bucket 2030/);
});

test("the definition hash changes with the hidden tests and not with the title or the order of fields", () => {
  write([row]);
  const hash = () => {
    const load = loadDataset(dir);
    if (load.status !== "loaded" || !load.dataset.instances[0]) throw new Error("not loaded");
    return definitionHash(load.dataset, load.dataset.instances[0]);
  };
  const before = hash();
  write([Object.fromEntries(Object.entries({ ...row, title: "A title" }).reverse())]);
  expect(hash()).toBe(before);
  mkdirSync(path.join(dir, "tests/demo-1/Assets/Tests"), { recursive: true });
  writeFileSync(path.join(dir, "tests/demo-1/Assets/Tests/T.cs"), "class T {}");
  expect(hash()).not.toBe(before);
  const load = loadDataset(dir);
  expect(load.status === "loaded" && readHiddenTests(load.dataset, "demo-1").map((f) => f.path)).toEqual([
    "Assets/Tests/T.cs",
  ]);
});

test("a missing benchmark folder counts as empty and a broken one throws with its folder's name", () => {
  expect(
    loadBenchmark({ benchmarkDir: path.join(dir, "none"), sampleDir: path.join(dir, "none") }).instances.size,
  ).toBe(0);
  write([{ ...row, base_sha: 1 }]);
  expect(() => loadBenchmark({ benchmarkDir: dir, sampleDir: path.join(dir, "none") })).toThrow(dir);
});

test("a repository's hook is part of its definitions, found by name or by the repository's key", () => {
  write([row]);
  const hashOf = () => {
    const load = loadDataset(dir);
    if (load.status !== "loaded") throw new Error(JSON.stringify(load.problems));
    return load.dataset.hash;
  };
  const without = hashOf();
  mkdirSync(path.join(dir, "hooks"));
  writeFileSync(path.join(dir, "hooks", "demo.ts"), "export default () => ({});\n");
  const first = hashOf();
  writeFileSync(path.join(dir, "hooks", "demo.ts"), "export default () => ({ delete: [] });\n");
  expect(new Set([without, first, hashOf()]).size).toBe(3);
  write([row], `${repos}  hook: hooks/other.ts\n`);
  expect(loadDataset(dir)).toMatchObject({
    status: "invalid",
    problems: [{ message: expect.stringContaining("the hook hooks/other.ts of demo is not in") }],
  });
});
