import type { EvaluatorDeps } from "@/evaluator/evaluate-types";
import type { InfraFailure } from "@/evaluator/run/types";
import type { SandboxProvider } from "@/evaluator/sandbox/types";
import { chooseSandbox, createEvaluatorDeps, type SandboxKind } from "@/evaluator/worker/evaluator-deps";
import { removeLeftovers } from "@/evaluator/worker/leftovers";
import { runsFolderFault } from "@/evaluator/worker/runs-folder";
import { newWorkerId } from "@/evaluator/worker/worker";
import type { Benchmark } from "@/lib/benchmark/dataset";
import { type Database, openDatabase } from "@/lib/db/client";
import { MigrationError, migrateDatabase, migrationsFolderOf } from "@/lib/db/migrate";
import type { CommandContext } from "./context";
import { type CommandFailure, infrastructureFailure, inputFailure } from "./exit-codes";

/** SQLite's words for a file whose content is wrong, as opposed to one that it may not reach. */
const DAMAGED = /not a database|malformed/;

/** The database of this installation, brought up to the newest schema. */
export function openMigrated(context: CommandContext): Database {
  const { databaseFile, root } = context.config;
  let database: Database;
  try {
    database = openDatabase(databaseFile);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw infrastructureFailure(
      `The database ${databaseFile} cannot be opened: ${why}`,
      DAMAGED.test(why)
        ? "The file is damaged: put a backup in its place, or move it away for an empty one; runs/ is kept either way."
        : "Check the data folder's rights and space.",
      cause,
    );
  }
  try {
    migrateDatabase(database, migrationsFolderOf(root));
    return database;
  } catch (error) {
    database.close();
    if (error instanceof MigrationError) throw infrastructureFailure(error.message, "", error);
    throw error;
  }
}

/** The sandbox of a flag, without asking whether it works. */
export function selectedSandbox(context: CommandContext, kind: SandboxKind): SandboxProvider {
  const choice = chooseSandbox(context.config, kind);
  if (choice.status === "wrong") throw inputFailure(choice.message, choice.mend);
  return choice.sandbox;
}

/**
 * The sandbox of a flag, which answers. What runs in it is kept in the runs folder, so that is tried as well: an
 * evaluation may take half an hour, and its result must have a place. What killed commands left in it is removed.
 */
export async function workingSandbox(context: CommandContext, kind: SandboxKind): Promise<SandboxProvider> {
  const fault = runsFolderFault(context.config.runsDir);
  if (fault) throw infrastructureFailure(fault.message, fault.mend, fault.cause);
  const sandbox = selectedSandbox(context, kind);
  const probe = await sandbox.probe();
  if (!probe.ok) throw infrastructureFailure(probe.message, probe.mend);
  await removeLeftovers(sandbox, context.log);
  return sandbox;
}

/** What evaluations of this command need. */
export function evaluatorDeps(
  context: CommandContext,
  benchmark: Benchmark,
  sandbox: SandboxProvider,
): EvaluatorDeps {
  const { config, log } = context;
  return createEvaluatorDeps({ config, benchmark, sandbox, log, owner: newWorkerId() });
}

/** An infrastructure failure as the end of a command. */
export function asFailure(failure: InfraFailure): CommandFailure {
  return infrastructureFailure(failure.message, failure.mend, failure.cause);
}
