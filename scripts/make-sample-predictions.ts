/**
 * Writes the prediction files of the sample set from `attempts/` and `predictions/systems.json`:
 *   npx tsx scripts/make-sample-predictions.ts [<sample folder>]
 * The same inputs always give the same files.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { instanceSchema } from "@/lib/domain/instance";
import { mangled, PLAIN } from "./lib/mangle-patch";
import { seededRandom } from "./lib/seeded-random";

const K = 10;

/** Either the ten attempts themselves, or how likely each kind of attempt is. */
const drawSchema = z.union([z.array(z.string()).length(K), z.record(z.string(), z.number().positive())]);
type Draw = z.infer<typeof drawSchema>;

const systemSchema = z.strictObject({
  agent: z.string(),
  model: z.string(),
  temperature: z.string().optional(),
  /** The same attempt ten times. */
  fixed: z.boolean().default(false),
  /** By instance; "*" is for all others. */
  draws: z.record(z.string(), drawSchema),
});
type System = z.infer<typeof systemSchema>;
const fileSchema = z.strictObject({ seed: z.string(), systems: z.array(systemSchema) });

/** Patches of one instance by name, with the oracle among them. */
function readAttempts(sample: string, instanceId: string): Map<string, string> {
  const folder = path.join(sample, "attempts", instanceId);
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".patch"))
        .sort()
    : [];
  const oracle = readFileSync(path.join(sample, "oracle_patches", `${instanceId}.patch`), "utf8");
  return new Map([
    ["oracle", oracle] as const,
    ...names.map(
      (name) => [name.slice(0, -".patch".length), readFileSync(path.join(folder, name), "utf8")] as const,
    ),
  ]);
}

/** "oracle|cut" is the oracle, cut; "partial-*" every attempt whose name begins so; "null" no patch. */
function choices(pattern: string, attempts: ReadonlyMap<string, string>): (string | null)[] {
  if (pattern in PLAIN) return [PLAIN[pattern] ?? null];
  const [name = "", how] = pattern.split("|");
  const wanted = name.endsWith("*")
    ? (one: string) => one.startsWith(name.slice(0, -1))
    : (one: string) => one === name;
  return [...attempts]
    .filter(([one]) => wanted(one))
    .map(([, patch]) => (how === undefined ? patch : mangled(patch, how)));
}

/** The ten patches of one system for one instance. */
function drawRows(draw: Draw, fixed: boolean, attempts: ReadonlyMap<string, string>, random: () => number) {
  if (Array.isArray(draw)) return draw.map((name) => one(choices(name, attempts), random, name));
  const kinds = Object.entries(draw).filter(([pattern]) => choices(pattern, attempts).length > 0);
  const total = kinds.reduce((sum, [, weight]) => sum + weight, 0);
  const next = () => {
    let roll = random() * total;
    const kind = kinds.find(([, weight]) => {
      roll -= weight;
      return roll < 0;
    });
    const pattern = kind?.[0] ?? "";
    return one(choices(pattern, attempts), random, pattern);
  };
  const first = next();
  return Array.from({ length: K }, (_, i) => (i === 0 || fixed ? first : next()));
}

function one(patches: readonly (string | null)[], random: () => number, name: string): string | null {
  const patch = patches[Math.floor(random() * patches.length)];
  if (patch === undefined) throw new Error(`systems.json names the attempt "${name}", which is not there.`);
  return patch;
}

function rowsOf(system: System, instanceIds: readonly string[], sample: string, seed: string): string {
  const lines: string[] = [];
  for (const instanceId of instanceIds) {
    const random = seededRandom(`${seed}/${system.agent}/${instanceId}`);
    const draw = system.draws[instanceId] ?? system.draws["*"];
    if (draw === undefined) throw new Error(`${system.agent} has nothing to say about ${instanceId}.`);
    drawRows(draw, system.fixed, readAttempts(sample, instanceId), random).forEach((patch, i) => {
      const { agent, model, temperature } = system;
      lines.push(
        JSON.stringify({
          instance_id: instanceId,
          run_id: i + 1,
          agent,
          model,
          temperature,
          model_patch: patch,
        }),
      );
    });
  }
  return `${lines.join("\n")}\n`;
}

const sample = process.argv[2] ?? fileURLToPath(new URL("../benchmark/sample", import.meta.url));
const instances = z
  .array(instanceSchema)
  .parse(JSON.parse(readFileSync(path.join(sample, "instances.json"), "utf8")));
const { seed, systems } = fileSchema.parse(
  JSON.parse(readFileSync(path.join(sample, "predictions/systems.json"), "utf8")),
);
for (const system of systems) {
  const rows = rowsOf(
    system,
    instances.map((instance) => instance.instance_id),
    sample,
    seed,
  );
  writeFileSync(path.join(sample, "predictions", `${system.agent}.jsonl`), rows);
  console.log(`${system.agent}: ${instances.length} instances, ${rows.split("\n").length - 1} rows`);
}
