import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { treeContexts } from "@/evaluator/run/context";
import { gitLine, mustGit } from "@/evaluator/tree/git";
import { buildHistory } from "@/evaluator/tree/history";
import { checkPatch } from "@/evaluator/tree/pipeline";
import { closeStores } from "@/evaluator/tree/store";
import type { TreeContext } from "@/evaluator/tree/types";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { historyFolder, readIssueText, readOraclePatch } from "@/lib/benchmark/files";
import { loadBenchmark } from "@/lib/benchmark/load";
import { OUTCOMES } from "@/lib/domain/outcome";
import { fileHit } from "@/lib/domain/patch";
import { parsePredictions } from "@/lib/domain/predictions/parse-predictions";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SAMPLE = path.join(ROOT, "benchmark/sample");
const { instances } = loadBenchmark({ benchmarkDir: path.join(SAMPLE, "none"), sampleDir: SAMPLE });
const ENTRIES = [...instances.entries()];
const IDS = ENTRIES.map(([id]) => id);

const mirrors = mkdtempSync(path.join(tmpdir(), "sample-set-"));
const contexts = new Map<string, TreeContext>();
const readContext = treeContexts(mirrorOf);

beforeAll(async () => {
  for (const [id, entry] of ENTRIES) contexts.set(id, await readContext(entry));
}, 120_000);
afterAll(async () => {
  await closeStores();
  rmSync(mirrors, { recursive: true, force: true });
});

async function mirrorOf(entry: InstanceEntry): Promise<{ gitDir: string }> {
  const gitDir = path.join(mirrors, `${entry.instance.repo}.git`);
  const folder = historyFolder(entry.dataset, entry.repo.url);
  if (!readdirSync(mirrors).includes(path.basename(gitDir))) await buildHistory(folder ?? "", gitDir);
  return { gitDir };
}

function contextOf(id: string): TreeContext {
  const context = contexts.get(id);
  if (!context) throw new Error(`no context for ${id}`);
  return context;
}

describe.each(ENTRIES)("%s", (id, entry) => {
  const { instance } = entry;

  it("has a fix whose parent is the base and which changes exactly the target files", async () => {
    const { mirror } = contextOf(id);
    expect(await gitLine(["rev-parse", `${instance.fix_sha}^`], mirror)).toBe(instance.base_sha);
    const changed = await mustGit(["diff", "--name-only", instance.base_sha, instance.fix_sha], mirror);
    expect(changed.toString().trim().split("\n")).toEqual(instance.target_files);
  });

  it("has an oracle patch that makes the fix's own tree of the base", async () => {
    const { mirror } = contextOf(id);
    const check = await checkPatch(contextOf(id), readOraclePatch(entry.dataset, id));
    const tree = await gitLine(["rev-parse", `${instance.fix_sha}^{tree}`], mirror);
    expect(check).toMatchObject({ status: "applied", candidateTree: tree, repaired: false, refusals: [] });
  });

  it("has an issue text that names neither its tests nor its fix", () => {
    const [title, blank, ...body] = (readIssueText(entry.dataset, id) ?? "").split("\n");
    expect([title, blank]).toEqual([instance.title, ""]);
    expect(body.join("\n").length).toBeGreaterThan(100);
    const classes = instance.test_suites?.flatMap((one) => one.test_class) ?? instance.test_class ?? [];
    for (const name of classes) expect(body.join("\n")).not.toContain(name.split(".").at(-1));
  });
});

describe("attempts", () => {
  const outcomes = z
    .record(z.string(), z.record(z.string(), z.enum([...OUTCOMES, "not-passed"])))
    .parse(JSON.parse(readFileSync(path.join(SAMPLE, "attempts/outcomes.json"), "utf8")));

  it("have a known outcome each, and are all there", () => {
    expect(Object.keys(outcomes).sort()).toEqual([...IDS].sort());
    for (const id of IDS) {
      const files = readdirSync(path.join(SAMPLE, "attempts", id)).map((name) =>
        path.basename(name, ".patch"),
      );
      expect(Object.keys(outcomes[id] ?? {}).sort()).toEqual(files.sort());
    }
  });

  it.each(IDS)("of %s apply to its base, and only the refused are refused", async (id) => {
    const checks = Object.entries(outcomes[id] ?? {}).map(async ([name, outcome]) => {
      const patch = readFileSync(path.join(SAMPLE, "attempts", id, `${name}.patch`));
      const check = await checkPatch(contextOf(id), patch);
      expect(check.status, name).toBe("applied");
      if (check.status !== "applied") return;
      expect(check.refusals.length > 0, name).toBe(outcome === "patch-refused");
    });
    await Promise.all(checks);
  });

  it("hold right fixes that touch fewer files than the developers' fix", async () => {
    const context = contextOf("sample-tidewater-2");
    const patch = readFileSync(path.join(SAMPLE, "attempts/sample-tidewater-2/one-file.patch"));
    const check = await checkPatch(context, patch);
    const touched = check.status === "applied" ? check.touched : [];
    expect(fileHit(touched, context.instance.target_files)).toEqual({ all: false, any: true });
  });
});

describe("predictions", () => {
  const files = readdirSync(path.join(SAMPLE, "predictions")).filter((name) => name.endsWith(".jsonl"));

  it("are what the attempts and the mixes give", () => {
    const copy = mkdtempSync(path.join(tmpdir(), "sample-copy-"));
    cpSync(SAMPLE, copy, { recursive: true });
    for (const name of files) rmSync(path.join(copy, "predictions", name));
    const script = path.join(ROOT, "scripts/make-sample-predictions.ts");
    execFileSync(path.join(ROOT, "node_modules/.bin/tsx"), [script, copy], { cwd: ROOT });
    for (const name of files) {
      const made = readFileSync(path.join(copy, "predictions", name), "utf8");
      expect(made === readFileSync(path.join(SAMPLE, "predictions", name), "utf8"), name).toBe(true);
    }
    expect(readdirSync(path.join(copy, "predictions")).sort()).toEqual([...files, "systems.json"].sort());
    rmSync(copy, { recursive: true, force: true });
  });

  it.each(files)("of %s are an official submission", async (name) => {
    const bytes = readFileSync(path.join(SAMPLE, "predictions", name));
    const parsed = await parsePredictions([bytes], {
      set: "sample",
      instances: IDS,
      otherSetOf: () => null,
      k: 10,
    });
    expect(parsed).toMatchObject({ status: "accepted", official: true });
    expect(parsed.identity?.agent).toBe(path.basename(name, ".jsonl"));
  });
});
