import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { APPLY } from "@/evaluator/tree/bare";
import { gitEnvironment, mustGit } from "@/evaluator/tree/git";
import { checkPatch } from "@/evaluator/tree/pipeline";
import { closeStores } from "@/evaluator/tree/store";
import { testContext } from "@/evaluator/tree/testing/case-base";
import { scratchFolder, TestRepository } from "@/evaluator/tree/testing/repository";
import { medianOf } from "./median-of";

export type PatchCheckBench = {
  name: string;
  /** Our throughput divided by that of bare git processes; 1 would mean that all else is free. */
  ratio: number;
  checksPerSecond: number;
  bareGitPerSecond: number;
  patches: number;
  rounds: number;
  concurrency: number;
  filesInBase: number;
};

const FILES = 2000;

/**
 * Checks patches of different kinds (in twenty: seventeen that apply, two that do not, one that is no
 * patch) on a base of the size of a real project, against the least that any check can cost: one
 * `git apply --cached --check` process a patch, spawned plainly, its index ready. Both run in turn,
 * with the same concurrency, so that other load on the machine meets both.
 */
export async function benchPatchCheck({ patches: count = 60, rounds = 5 } = {}): Promise<PatchCheckBench> {
  const concurrency = 2 * availableParallelism();
  const scratch = await scratchFolder();
  try {
    const repository = await TestRepository.create(path.join(scratch.dir, "game.git"));
    const base = await repository.commit(
      Array.from({ length: FILES }, (_each, at) => ({ path: fileName(at), data: source(at) })),
    );
    const ctx = testContext(repository.gitDir, base, { targets: [fileName(0)] });
    const index = path.join(scratch.dir, "index");
    await mustGit(["read-tree", base], { gitDir: repository.gitDir, env: { GIT_INDEX_FILE: index } });
    const bare = (patch: Buffer) => bareApply(repository.gitDir, index, patch);
    const patches = Array.from({ length: count }, (_each, at) => patchText(at));
    await checkPatch(ctx, patches[0] ?? null);
    const rates: { ours: number; limit: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const limit = await perSecond(patches, concurrency, bare);
      rates.push({ limit, ours: await perSecond(patches, concurrency, (patch) => checkPatch(ctx, patch)) });
    }
    return {
      name: "patch checks against one bare git process a patch",
      ratio: medianOf(rates.map(({ ours, limit }) => ours / limit)),
      checksPerSecond: medianOf(rates.map(({ ours }) => ours)),
      bareGitPerSecond: medianOf(rates.map(({ limit }) => limit)),
      patches: count,
      rounds,
      concurrency,
      filesInBase: FILES,
    };
  } finally {
    await closeStores();
    await scratch.cleanUp();
  }
}

async function bareApply(gitDir: string, index: string, patch: Buffer): Promise<void> {
  const env = gitEnvironment("git", { gitDir, env: { GIT_INDEX_FILE: index } }) as NodeJS.ProcessEnv;
  const args = [...APPLY.slice(0, -1), "--check", "-"];
  const child = spawn("git", args, { cwd: gitDir, env, stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.on("error", () => undefined);
  child.stdin.end(patch);
  await once(child, "close");
}

async function perSecond(
  patches: readonly Buffer[],
  concurrency: number,
  work: (patch: Buffer) => Promise<unknown>,
): Promise<number> {
  const queue = [...patches];
  const started = performance.now();
  const lane = async () => {
    for (let patch = queue.shift(); patch !== undefined; patch = queue.shift()) await work(patch);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return (patches.length * 1000) / (performance.now() - started);
}

function fileName(at: number): string {
  return `Assets/Scripts/Part${at % 40}/Unit${at}.cs`;
}

function source(at: number): string {
  const fields = Array.from(
    { length: 40 },
    (_each, field) => `    public int Field${field} = ${at + field};\n`,
  );
  return `class Unit${at}\n{\n${fields.join("")}}\n`;
}

/** Sections for one to three files; wrong context or a broken hunk header in some. */
function patchText(number: number): Buffer {
  const kind = number % 20;
  const sections = Array.from({ length: 1 + (number % 3) }, (_each, part) => {
    const at = (number * 97 + part * 13) % FILES;
    const name = fileName(at);
    const field = (line: number) => `    public int Field${line} = ${at + line + (kind >= 18 ? 1 : 0)};\n`;
    const header = kind === 17 ? "@@ ... @@\n" : "@@ -5,7 +5,7 @@\n";
    const context = [2, 3, 4].map((line) => ` ${field(line)}`).join("");
    const after = [6, 7, 8].map((line) => ` ${field(line)}`).join("");
    const change = `-${field(5)}+    public int Field5 = ${number};\n`;
    return `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${header}${context}${change}${after}`;
  });
  return Buffer.from(sections.join(""));
}
