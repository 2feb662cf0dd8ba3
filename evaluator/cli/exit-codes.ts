import { visibleText } from "@/lib/domain/visible-text";

/** Exit codes of every command. `docs/cli.md` repeats this table. */
export const EXIT = {
  /** Done; for `evaluate` and `validate`: passed. */
  ok: 0,
  /** The verdict is negative: a patch failed, a gate does not hold. */
  negative: 1,
  /** The command line, a file or the dataset is wrong; nothing was run. */
  input: 2,
  /** Our machinery failed (container engine, licence, image, disk). */
  infrastructure: 3,
  /** Stopped by Ctrl-C or SIGTERM; running the command again resumes. */
  interrupted: 130,
} as const;

/** Ends a command with one clear message and no stack trace. */
export class CommandFailure extends Error {
  readonly mend: string;

  constructor(
    readonly exitCode: number,
    message: string,
    mend = "",
    options?: ErrorOptions,
  ) {
    super(visibleText(message), options);
    this.mend = visibleText(mend);
  }
}

/** Wrong input: nothing has been run. */
export function inputFailure(message: string, mend = ""): CommandFailure {
  return new CommandFailure(EXIT.input, message, mend);
}

/** Our machinery's failure, with its cause. */
export function infrastructureFailure(message: string, mend = "", cause?: unknown): CommandFailure {
  return new CommandFailure(EXIT.infrastructure, message, mend, { cause });
}
