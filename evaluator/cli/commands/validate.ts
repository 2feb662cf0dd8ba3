import { cpSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { writeWhole } from "@/evaluator/write-whole";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import type { Database } from "@/lib/db/client";
import { evaluationById } from "@/lib/db/queries/evaluations";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { benchmarkOf, type CommandContext } from "../context";
import { EXIT, infrastructureFailure } from "../exit-codes";
import { type GateRuns, isBrokenOff, runGate } from "../gate";
import { chosenInstances, type SandboxFlags, sandboxOf, setOption, withSandboxOptions } from "../options";
import { prepareImages } from "../prepare-images";
import type { SetExitCode } from "../program";
import { openMigrated, workingSandbox } from "../runtime";

type Flags = SandboxFlags & { instanceId?: string; set?: BenchmarkSet; verbose?: boolean };

/** `validate`: shows that the hidden tests fail on the base and pass on the developers' fix. */
export function validateCommand(context: CommandContext, exit: SetExitCode): Command {
  const command = new Command("validate")
    .description("prove the gate of an instance: base FAILS and oracle PASSES")
    .option("--instance-id <id>", "one instance")
    .addOption(setOption("all instances of a set"));
  return withSandboxOptions(command)
    .option("--verbose", "print the editor's log as it comes")
    .action(async (flags: Flags) => {
      const benchmark = benchmarkOf(context);
      const entries = chosenInstances(benchmark, flags);
      const sandbox = await workingSandbox(context, sandboxOf(flags));
      const standIns = entries.filter((entry) => entry.repo.standin);
      await prepareImages(context, standIns, sandbox);
      const database = openMigrated(context);
      const onLine = (line: string) => context.err.write(`  ${line}\n`);
      const options = { again: true, ...(flags.verbose ? { onLine } : {}) };
      try {
        let holds = true;
        const brokenOff: string[] = [];
        for (const entry of entries) {
          const runs = await runGate(context, { database, benchmark, sandbox }, entry, options);
          if (context.signal.aborted) return;
          holds = (await report(context, database, entry, runs)) && holds;
          if (isBrokenOff(runs.gate)) brokenOff.push(entry.instance.instance_id);
        }
        if (brokenOff.length > 0) throw brokenOffFailure(brokenOff);
        exit(holds ? EXIT.ok : EXIT.negative);
      } finally {
        database.close();
      }
    });
}

function brokenOffFailure(ids: readonly string[]) {
  return infrastructureFailure(
    `Our machinery failed, so there is no verdict on the gate of ${ids.join(", ")}.`,
    "The reasons above say why. Mend it and run the same command again.",
  );
}

/** Prints the gate and copies its artefacts to `runs/<set>/validate/<id>/`. */
async function report(
  context: CommandContext,
  database: Database,
  entry: InstanceEntry,
  runs: GateRuns,
): Promise<boolean> {
  const { instance } = entry;
  const folder = path.join(context.config.runsDir, instance.benchmark_set, "validate", instance.instance_id);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { gate } = runs;
  const sides = { oracle: runs.oracleEvaluationId, base: runs.baseEvaluationId };
  for (const [side, id] of Object.entries(sides)) {
    const artifacts = evaluationById(database.query, id)?.artifacts;
    if (artifacts)
      cpSync(path.join(context.config.runsDir, artifacts), path.join(folder, side), { recursive: true });
  }
  const summary = {
    instance_id: instance.instance_id,
    status: gate?.status ?? "not-gated",
    reason: gate?.reason ?? "The gate could not be run to its end.",
    base: gate && { outcome: gate.baseOutcome, reason: gate.baseReason, duration_ms: gate.baseMs },
    oracle: gate && { outcome: gate.oracleOutcome, duration_ms: gate.oracleMs },
    editor_image: gate?.imageName ?? null,
    editor_image_digest: runs.key.imageDigest,
    definition_hash: runs.key.definitionHash,
    harness_version: runs.key.harnessVersion,
    expected_tests: gate?.expected.flat().length ?? 0,
    validated_at: gate ? new Date(gate.createdAt).toISOString() : null,
  };
  await writeWhole(path.join(folder, "summary.json"), `${JSON.stringify(summary, null, 2)}\n`);
  const gated = gate?.status === "gated";
  const detail = gate
    ? `base ${gate.baseOutcome} in ${seconds(gate.baseMs)}, oracle ${gate.oracleOutcome} in ${seconds(gate.oracleMs)}`
    : "no verdict";
  context.out.write(
    `${gated ? "GATED" : "NOT GATED"}  ${instance.instance_id}: ${detail}. ${summary.reason}\n`,
  );
  return gated;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
