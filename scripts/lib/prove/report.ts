import type { WorkItem } from "@/evaluator/dataset/work";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readHiddenTests, readOraclePatch } from "@/lib/benchmark/files";
import { OUTCOME_SENTENCES } from "@/lib/domain/outcome";
import type { Damage, Expected } from "./damage";
import { type CheckedAttempt, rateOf } from "./submit";

/** What became of one damage over all instances. */
export type DamageResult = {
  damage: Damage;
  asDocumented: number;
  expected: ReadonlyMap<string, number>;
  deviations: string[];
};

export type SetResult = { set: string; attempts: readonly CheckedAttempt[] };

export type Proof = {
  date: string;
  versions: { git: string; node: string; harness: string };
  entries: readonly InstanceEntry[];
  absent: readonly string[];
  oracles: readonly WorkItem[];
  tests: readonly WorkItem[];
  sets: readonly SetResult[];
  damages: readonly DamageResult[];
};

/** Everything that is not as it should be; empty when all is proven. */
export function deviationsOf(proof: Proof): string[] {
  const failed = [...proof.oracles, ...proof.tests].flatMap(({ instanceId, outcome }) =>
    outcome.status === "failed" ? [`${instanceId}: ${outcome.message}`] : [],
  );
  const missed = proof.sets.flatMap(({ set, attempts }) =>
    attempts.filter((one) => !one.parseable || !one.fileHit).map((one) => `${set}, ${attemptText(one)}`),
  );
  return [...failed, ...missed, ...proof.damages.flatMap((one) => one.deviations)];
}

export function attemptText({
  instanceId,
  runId,
  parseable,
  fileHit,
  outcome,
  reason,
}: CheckedAttempt): string {
  const how = outcome ?? `would run, parseable ${parseable}, filehit ${fileHit}`;
  return `${instanceId} run ${runId}: ${how}${reason === null ? "" : ` (${reason})`}`;
}

export function expectedText({ parseable, fileHit, outcome }: Expected): string {
  if (outcome === "patch-refused") return "`patch-refused`, parseable, no file hit";
  if (outcome !== null) return `\`${outcome}\``;
  return `runs, ${parseable ? "parseable" : "not parseable"}, ${fileHit ? "every target hit" : "no target hit"}`;
}

/** The result document. It holds numbers and ids, and no line of the repositories. */
export function reportText(proof: Proof): string {
  const deviations = deviationsOf(proof);
  return `# What is proven on the real repositories

Written by \`npx tsx scripts/prove-real-repositories.ts\` on ${proof.date} with git ${proof.versions.git}, Node
${proof.versions.node}, harness ${proof.versions.harness}. Nothing here needs Unity: it is everything up to the editor's run. The
script works on any folder of mirrors (\`REPO_MIRROR_DIR\`) and overwrites this file.

${proof.absent.length === 0 ? "" : `Not among the mirrors: ${proof.absent.join(", ")}.\n\n`}## Oracle patches and hidden tests

Each oracle patch is made from git history, restricted to the target files, applied to the base by the
pipeline that every patch takes, and compared with the fix: same bytes, same mode, no other file. Hidden tests
are taken for the instances whose fix brought its own; laid over the base, each test folder holds what it holds
in the fix.

${table(
  [
    "repository",
    "instances",
    "oracle patches proven",
    "target files",
    "bytes of patches",
    "test folders proven",
    "test files",
  ],
  [...repoRows(proof), totalRow(proof)],
)}

## A predictions file of the oracle patches

Ten rows an instance, handed in and patch-checked by the code of \`evaluate-predictions\`.

${table(["set", "instances", "attempts", "parseable@10", "filehit@10", "attempts that apply", "attempts that hit every target"], proof.sets.map(setRow))}

## Predictions files of damaged oracle patches

Two files, ten rows an instance each. Every row is one oracle patch, spoilt in one way.

${table(["the patch", "documented", "as documented"], proof.damages.flatMap(damageRows))}

Outcomes in words: ${(["patch-empty", "patch-malformed", "patch-rejected", "patch-refused"] as const).map((outcome) => `\`${outcome}\`: ${OUTCOME_SENTENCES[outcome]}`).join(" ")}

## Deviations

${deviations.length === 0 ? "None." : deviations.map((line) => `- ${line}`).join("\n")}
`;
}

function repoRows(proof: Proof): string[][] {
  const keys = [...new Set(proof.entries.map((entry) => entry.instance.repo))];
  return keys.map((key) => countsRow(`\`${key}\``, proof, (entry) => entry.instance.repo === key));
}

function totalRow(proof: Proof): string[] {
  return countsRow("**all**", proof, () => true);
}

function countsRow(name: string, proof: Proof, chosen: (entry: InstanceEntry) => boolean): string[] {
  const entries = proof.entries.filter(chosen);
  const ids = new Set(entries.map((entry) => entry.instance.instance_id));
  const good = (items: readonly WorkItem[]) =>
    items.filter((item) => ids.has(item.instanceId) && item.outcome.status !== "failed").length;
  const asked = (items: readonly WorkItem[]) => items.filter((item) => ids.has(item.instanceId)).length;
  const sum = (of: (entry: InstanceEntry) => number) =>
    entries.reduce((total, entry) => total + of(entry), 0);
  return [
    name,
    `${entries.length}`,
    `${good(proof.oracles)} of ${asked(proof.oracles)}`,
    `${sum((entry) => entry.instance.target_files.length)}`,
    `${sum(({ dataset, instance }) => readOraclePatch(dataset, instance.instance_id)?.length ?? 0)}`,
    asked(proof.tests) === 0 ? "none" : `${good(proof.tests)} of ${asked(proof.tests)}`,
    `${sum(({ dataset, instance }) => readHiddenTests(dataset, instance.instance_id).length)}`,
  ];
}

function setRow({ set, attempts }: SetResult): string[] {
  const count = (bit: "parseable" | "fileHit") => attempts.filter((attempt) => attempt[bit]).length;
  const instances = new Set(attempts.map((attempt) => attempt.instanceId)).size;
  return [
    set,
    `${instances}`,
    `${attempts.length}`,
    rateOf(attempts, "parseable").toFixed(3),
    rateOf(attempts, "fileHit").toFixed(3),
    `${count("parseable")}`,
    `${count("fileHit")}`,
  ];
}

function damageRows({ damage, asDocumented, expected }: DamageResult): string[][] {
  const total = [...expected.values()].reduce((sum, one) => sum + one, 0);
  const documented = [...expected]
    .map(([text, count]) => (expected.size === 1 ? text : `${text} (${count})`))
    .join("; ");
  return [[damage.name, documented, `${asDocumented} of ${total}`]];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
