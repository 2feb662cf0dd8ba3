import { CommanderError } from "commander";
import { ConfigError, KNOWN_VARIABLES, loadEnvFile, setVariables } from "@/lib/config";
import { createContext } from "./context";
import { diskFault } from "./disk-fault";
import { checkSettings } from "./doctor/settings";
import { CommandFailure, EXIT } from "./exit-codes";
import { watchOutput } from "./output-loss";
import { createProgram } from "./program";

/** Runs one command line and answers its exit code; the caller sets it. */
export async function main(argv: readonly string[]): Promise<number> {
  loadEnvFile();
  const interrupt = listenForInterrupts();
  const output = watchOutput();
  let exitCode: number = EXIT.ok;
  try {
    const setExitCode = (code: number) => {
      exitCode = code;
    };
    const program = await createProgram(createContext(interrupt.signal), setExitCode, argv[2]);
    program.hook("preAction", (_program, action) => {
      if (action.name() !== "doctor") warnOfSettings();
    });
    await program.parseAsync([...argv]);
    if (interrupt.signal.aborted) return EXIT.interrupted;
    return output.lost() ? EXIT.infrastructure : exitCode;
  } catch (error) {
    return interrupt.signal.aborted &&
      !(error instanceof CommandFailure && error.exitCode === EXIT.interrupted)
      ? EXIT.interrupted
      : explain(error);
  } finally {
    interrupt.dispose();
  }
}

/** A mistyped variable would silently leave its default; `doctor` shows the same as a check of its own. */
function warnOfSettings(): void {
  const { status, message, mend } = checkSettings(setVariables(), KNOWN_VARIABLES);
  if (status !== "ok") process.stderr.write(`warning: ${message}. ${mend ?? ""}\n`);
}

/** The first signal asks the command to stop cleanly, the second ends the process at once. */
function listenForInterrupts(): { signal: AbortSignal; dispose: () => void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    process.stderr.write("\nStopping… (once more to end at once)\n");
    controller.abort();
  };
  // A terminal that is closed takes its streams along: there is nobody left to tell, and still work to stop.
  const onLost = () => {};
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, onSignal);
  process.stderr.on("error", onLost);
  return {
    signal: controller.signal,
    dispose: () => {
      for (const signal of signals) process.off(signal, onSignal);
      process.stderr.off("error", onLost);
    },
  };
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.input;
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`);
    return EXIT.input;
  }
  if (error instanceof CommandFailure) {
    process.stderr.write(`${error.message}\n${error.mend ? `${error.mend}\n` : ""}`);
    return error.exitCode;
  }
  const disk = diskFault(error);
  if (disk !== null) {
    process.stderr.write(`${disk}\n`);
    return EXIT.infrastructure;
  }
  process.stderr.write(
    `This is a fault of swe-game-bench itself:\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return EXIT.infrastructure;
}
