import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { summaryOf, writeArtifacts } from "@/evaluator/artifacts";
import { evaluatePatch } from "@/evaluator/evaluate";
import type { Evaluation } from "@/evaluator/evaluate-types";
import { logText, visibleJson, visibleLine } from "@/lib/domain/visible-text";
import { benchmarkOf, type CommandContext } from "../context";
import { evaluateOnceMore, requireVerdict } from "../evaluate-once-more";
import { EXIT, infrastructureFailure, inputFailure } from "../exit-codes";
import { isBrokenOff, knownGate, runGate } from "../gate";
import { readInput } from "../input-file";
import { requireInstance, type SandboxFlags, sandboxOf, withSandboxOptions } from "../options";
import { prepareImages } from "../prepare-images";
import type { SetExitCode } from "../program";
import { asFailure, evaluatorDeps, openMigrated, workingSandbox } from "../runtime";
import { patchLines } from "../ui/patch-lines";

/** What is read of a patch at all; the limit of a patch is lower, and exceeding it is a verdict. */
const MOST_PATCH_BYTES = 256 * 2 ** 20;

type Flags = SandboxFlags & { instanceId: string; patchFile: string; verbose?: boolean; json?: boolean };

/** `evaluate`: one patch on one instance; exits 0 when it passes and 1 when it does not. */
export function evaluateCommand(context: CommandContext, exit: SetExitCode): Command {
  const command = new Command("evaluate")
    .description("score one patch: a plain unified diff against the base commit")
    .requiredOption("--instance-id <id>", "the instance")
    .requiredOption("--patch-file <file>", "the patch");
  return withSandboxOptions(command)
    .option("--verbose", "print the editor's log as it comes")
    .option("--json", "print the summary as JSON")
    .action(async (flags: Flags) => {
      const benchmark = benchmarkOf(context);
      const entry = requireInstance(benchmark, flags.instanceId);
      const patch = readInput(flags.patchFile, "The patch file", MOST_PATCH_BYTES);
      const sandbox = await workingSandbox(context, sandboxOf(flags));
      if (entry.repo.standin) await prepareImages(context, [entry], sandbox);
      const onLine = flags.verbose
        ? (line: string) => context.err.write(`  ${visibleLine(logText(line))}\n`)
        : undefined;
      const expected = await expectedTests(context, { benchmark, sandbox }, entry);
      if (!expected) return;
      const deps = evaluatorDeps(context, benchmark, sandbox);
      const request = { entry, patch, expected, signal: context.signal, ...(onLine ? { onLine } : {}) };
      const tell = (line: string) => context.err.write(`${line}\n`);
      const evaluation = await evaluateOnceMore(() => evaluatePatch(deps, request), tell);
      if (evaluation.status === "cancelled") return;
      const folder = path.join(context.config.runsDir, entry.instance.instance_id);
      const earlier = setAside(folder);
      await writeArtifacts(folder, { entry, evaluation, patch });
      if (earlier) context.err.write(`The result of the run before is kept in ${earlier}.\n`);
      if (evaluation.status === "infra") throw asFailure(evaluation);
      requireVerdict(evaluation, folder);
      if (flags.json) context.out.write(`${visibleJson(summaryOf({ entry, evaluation, patch }))}\n`);
      else context.out.write(humanSummary(evaluation, folder));
      exit(passed(evaluation) ? EXIT.ok : EXIT.negative);
    });
}

type GateParts = Pick<Parameters<typeof knownGate>[1], "benchmark" | "sandbox">;

/** The names that must pass, from the instance's gate; runs the gate first where none was shown here. */
async function expectedTests(
  context: CommandContext,
  parts: GateParts,
  entry: Parameters<typeof knownGate>[2],
) {
  const database = openMigrated(context);
  try {
    const work = { ...parts, database };
    let gate = await knownGate(context, work, entry);
    if (isBrokenOff(gate)) {
      context.err.write(
        `${entry.instance.instance_id} has no gate on this editor image yet; validating it first.\n`,
      );
      gate = (await runGate(context, work, entry, { again: gate !== null })).gate;
    }
    if (context.signal.aborted) return null;
    const { instance_id: id } = entry.instance;
    if (!gate || isBrokenOff(gate))
      throw infrastructureFailure(
        `The gate of ${id} could not be run to its end, so no patch can be judged.`,
        `\`swe-game-bench validate --instance-id ${id} --verbose\` shows what happens.`,
      );
    if (gate.status !== "gated")
      throw inputFailure(`${id} is not gated, so no patch can be judged. ${gate.reason}`);
    return gate.expected;
  } finally {
    database.close();
  }
}

/** Moves what the run before left there, so that nothing of it stands beside this one's results; keeps one. */
function setAside(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const earlier = `${folder}.previous`;
  rmSync(earlier, { recursive: true, force: true });
  renameSync(folder, earlier);
  return earlier;
}

function passed(evaluation: Evaluation): boolean {
  return evaluation.status === "graded" && evaluation.grade.outcome === "passed";
}

/** Verdict, reason, hints and flags, and where the files are. */
function humanSummary(
  evaluation: Exclude<Evaluation, { status: "infra" | "cancelled" }>,
  folder: string,
): string {
  const { outcome, reason } = evaluation.status === "graded" ? evaluation.grade : evaluation;
  const lines = [`${outcome === "passed" ? "PASS" : "FAIL"}  ${outcome}: ${visibleLine(reason)}`];
  lines.push(...patchLines(evaluation.check));
  if (evaluation.status === "graded") {
    const { durationMs, editorMs } = evaluation;
    lines.push(
      `  ${(durationMs / 1000).toFixed(1)} s in all, ${(editorMs / 1000).toFixed(1)} s of it the editor`,
    );
  }
  return `${lines.join("\n")}\n  ${folder}\n`;
}
