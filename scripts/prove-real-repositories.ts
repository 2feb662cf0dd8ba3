/**
 * Proves everything that needs no Unity on a folder of mirrors of the real repositories, and writes the
 * result as a document:
 *   npx tsx scripts/prove-real-repositories.ts [<folder of mirrors>] [--out <file>]
 * The folder may be named by REPO_MIRROR_DIR; a repository lies there as <owner>+<name>/repo,
 * <owner>/<name>.git or <key>.git. Nothing is fetched, and nothing of the repositories is kept.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { gitLine } from "@/evaluator/tree/git";
import { closeStores } from "@/evaluator/tree/store";
import type { Mirror } from "@/evaluator/tree/types";
import { writeWhole } from "@/evaluator/write-whole";
import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import { instancesOfSet } from "@/lib/benchmark/dataset";
import { loadBenchmark } from "@/lib/benchmark/load";
import { type Config, loadEnvFile, readConfig } from "@/lib/config";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { DAMAGES, type Damage, type OracleTexts } from "./lib/prove/damage";
import { contexts, copyDataset, makeFiles, mirrorsThere, oracleTexts } from "./lib/prove/dataset";
import {
  attemptText,
  type DamageResult,
  deviationsOf,
  expectedText,
  type Proof,
  reportText,
  type SetResult,
} from "./lib/prove/report";
import { type Attempts, type Bench, type CheckedAttempt, handIn, writePredictions } from "./lib/prove/submit";

const SETS = ["golden", "candidates"] as const;
const K = 10;
const say = (text: string) => process.stderr.write(`${text}\n`);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: "string" } } });
  loadEnvFile();
  const config = readConfig();
  const mirrorDir = positionals[0] ?? config.mirrorDir;
  if (mirrorDir === undefined || positionals.length > 1) {
    say("Usage: npx tsx scripts/prove-real-repositories.ts <folder of mirrors> [--out <file>]");
    return 2;
  }
  const dir = mkdtempSync(path.join(tmpdir(), "swe-game-bench-prove-"));
  try {
    const proof = await prove(config, path.resolve(mirrorDir), dir);
    if (proof === null) {
      say(`None of the dataset's repositories is in ${mirrorDir}.`);
      return 2;
    }
    const out = values.out ?? path.join(config.root, "docs", "real-repositories.md");
    await writeWhole(out, reportText(proof));
    const deviations = deviationsOf(proof);
    for (const line of deviations) say(line);
    say(`${out}: ${proof.entries.length} instances, ${deviations.length} deviations.`);
    return deviations.length === 0 ? 0 : 1;
  } finally {
    await closeStores();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function prove(config: Config, mirrorDir: string, dir: string): Promise<Proof | null> {
  const whole = loadBenchmark({ benchmarkDir: config.benchmarkDir, sampleDir: path.join(dir, "no-sample") });
  const { there, absent } = await mirrorsThere(whole, mirrorDir);
  if (there.size === 0) return null;
  const benchmark = copyDataset(config.benchmarkDir, path.join(dir, "dataset"), new Set(there.keys()));
  const entries = [...benchmark.instances.values()];
  const { oracles, tests } = await makeFiles(entries, there, say);
  const proven = new Set(
    oracles.filter((item) => item.outcome.status !== "failed").map((item) => item.instanceId),
  );
  const { sets, damages } = await handInAll(config, benchmark, there, dir, proven);
  const versions = {
    git: (await gitLine(["--version"])).replace(/^git version /, ""),
    node: process.versions.node,
    harness: HARNESS_VERSION,
  };
  const date = new Date().toISOString().slice(0, 10);
  return { date, versions, entries, absent, oracles, tests, sets, damages };
}

type HandedIn = Pick<Proof, "sets" | "damages">;

async function handInAll(
  config: Config,
  benchmark: Benchmark,
  mirrors: ReadonlyMap<string, Mirror>,
  dir: string,
  proven: ReadonlySet<string>,
): Promise<HandedIn> {
  const bench: Bench = { dir, root: config.root, benchmark, contextOf: contexts(mirrors) };
  const sets: SetResult[] = [];
  const spoilt: { texts: OracleTexts; damage: Damage; attempt: CheckedAttempt }[] = [];
  for (const set of SETS) {
    const entries = instancesOfSet(benchmark, set).filter((entry) => proven.has(entry.instance.instance_id));
    const texts = await textsOf(entries, mirrors);
    if (texts.size === 0) continue;
    const give = async (agent: string, rows: Attempts) => {
      const file = path.join(dir, `${set}-${agent}.jsonl`);
      writePredictions(file, agent, rows);
      const checked = await handIn(bench, set, file);
      say(`${set}, ${agent}: ${checked.length} attempts checked`);
      return checked;
    };
    const same = new Map([...texts].map(([id, { patch }]) => [id, Array.from({ length: K }, () => patch)]));
    sets.push({ set, attempts: await give("oracle", same) });
    for (const [part, damages] of [DAMAGES.slice(0, K), DAMAGES.slice(K)].entries()) {
      const rows = new Map([...texts].map(([id, one]) => [id, damages.map(({ damage }) => damage(one))]));
      for (const attempt of await give(`damaged-${part + 1}`, rows)) {
        const damage = damages[attempt.runId - 1];
        const one = texts.get(attempt.instanceId);
        if (damage && one) spoilt.push({ texts: one, damage, attempt });
      }
    }
  }
  return {
    sets,
    damages: DAMAGES.map((damage) =>
      resultOf(
        damage,
        spoilt.filter((one) => one.damage === damage),
      ),
    ),
  };
}

async function textsOf(entries: readonly InstanceEntry[], mirrors: ReadonlyMap<string, Mirror>) {
  const texts = new Map<string, OracleTexts>();
  for (const entry of entries) texts.set(entry.instance.instance_id, await oracleTexts(entry, mirrors));
  return texts;
}

function resultOf(
  damage: Damage,
  spoilt: readonly { texts: OracleTexts; attempt: CheckedAttempt }[],
): DamageResult {
  const expected = new Map<string, number>();
  const deviations: string[] = [];
  for (const { texts, attempt } of spoilt) {
    const wanted = damage.expected(texts);
    const text = expectedText(wanted);
    expected.set(text, (expected.get(text) ?? 0) + 1);
    const same =
      attempt.parseable === wanted.parseable &&
      attempt.fileHit === wanted.fileHit &&
      attempt.outcome === wanted.outcome;
    if (!same) deviations.push(`"${damage.name}" should be ${text}, but ${attemptText(attempt)}`);
  }
  return { damage, asDocumented: spoilt.length - deviations.length, expected, deviations };
}

process.exitCode = await main();
