import { EXIT } from "./exit-codes";

let lost = false;

/**
 * Keeps a command at work, and its exit code its own, when standard output is gone. A reader that went away
 * (`| head`) has what it wanted; text that a full disk did not take is a failure, told with its own exit code.
 */
export function watchOutput(): { lost(): boolean } {
  lost = false;
  // Stays for as long as the process: the error of a last write may come after the command's end.
  process.stdout.off("error", onError);
  process.stdout.on("error", onError);
  return { lost: () => lost };
}

function onError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED" || lost) return;
  lost = true;
  process.exitCode = EXIT.infrastructure;
  process.stderr.write(
    `The output could not be written: ${error.message}\nMake room or write it elsewhere, and run the command again.\n`,
  );
}
