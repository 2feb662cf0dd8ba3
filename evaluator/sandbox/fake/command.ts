import { CommandRun } from "../command-run";
import { insidePath } from "../inside-path";
import type { ExecEnd, ExecResult, ExecSpec } from "../types";
import type { FakeHost, FakeProcess, FakeSandbox } from "./host";
import { FakeKilled, type FakeProgram, FakeRun } from "./program";

export type FakePrograms = Readonly<Record<string, FakeProgram>>;

/** Runs the program registered under the command's name; an unknown one ends as in a shell, with 127. */
export async function runFake(
  host: FakeHost,
  sandbox: FakeSandbox,
  programs: FakePrograms,
  spec: ExecSpec,
): Promise<ExecResult> {
  const run = new CommandRun(spec);
  if (!sandbox.ended && host.down !== null) sandbox.ended = { kind: "sandbox-lost", message: host.down };
  if (sandbox.ended) return run.finish(sandbox.ended);
  const ended = spec.signal?.aborted ? null : start(host, sandbox, programs, spec, run);
  const stop = await Promise.race(ended ? [run.stopped, ended] : [run.stopped]);
  // The host may have lost the sandbox meanwhile.
  const end: ExecEnd = sandbox.ended ?? stop;
  if (end.kind !== "exited") {
    sandbox.ended = end;
    host.kill(sandbox);
  }
  return run.finish(end);
}

async function start(
  host: FakeHost,
  sandbox: FakeSandbox,
  programs: FakePrograms,
  spec: ExecSpec,
  run: CommandRun,
): Promise<ExecEnd> {
  const output = (chunk: Uint8Array) => run.output(chunk);
  const limit = (what: "memory" | "disk") =>
    run.stop(
      what === "memory"
        ? { kind: "out-of-memory", limitBytes: sandbox.limits.memoryBytes }
        : { kind: "disk-full", limitBytes: sandbox.limits.diskBytes },
    );
  const settings = { env: { ...sandbox.env, ...spec.env }, cwd: insidePath(spec.cwd ?? "/") };
  const program = programs[spec.argv[0]];
  if (!program) {
    output(Buffer.from(`${spec.argv[0]}: not found\n`));
    return { kind: "exited", code: 127 };
  }
  const process: FakeProcess = { sandbox: sandbox.id, argv: spec.argv };
  host.processes.add(process);
  try {
    const code = await program(new FakeRun({ host, sandbox, output, limit }, spec.argv, settings));
    return { kind: "exited", code };
  } catch (error) {
    // A killed program has no say in how it ended: whoever killed it knows.
    if (error instanceof FakeKilled) return sandbox.ended ?? run.stopped;
    throw error;
  } finally {
    host.processes.delete(process);
  }
}
