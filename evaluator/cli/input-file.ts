import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { type CommandFailure, inputFailure } from "./exit-codes";

/** The ends of pipes that a shell gives a program: `… --patch-file <(git diff)`, `/dev/stdin`. */
const FROM_SHELL = /^\/(dev\/(stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;
const CHUNK_BYTES = 1 << 20;

/**
 * Makes sure that a file which is read more than once is one that can be: no folder, pipe or device.
 * @param what the file's part, as in "The predictions file"
 * @throws CommandFailure that says what the path is instead
 */
export function requireFile(file: string, what: string): void {
  withFile(file, what, (_handle, stats) => {
    if (!stats.isFile()) throw notAFile(file, what, stats);
  });
}

/**
 * The bytes of a file or of a shell's pipe.
 * @throws CommandFailure for anything else, and for more than `mostBytes`
 */
export function readInput(file: string, what: string, mostBytes: number): Buffer {
  return withFile(file, what, (handle, stats) => {
    const piped = stats.isFIFO() && FROM_SHELL.test(file);
    if (!stats.isFile() && !piped) throw notAFile(file, what, stats);
    const chunks: Buffer[] = [];
    let size = 0;
    for (;;) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const read = readSync(handle, chunk);
      if (read === 0) return Buffer.concat(chunks);
      size += read;
      if (size > mostBytes)
        throw inputFailure(`${what} ${file} has more than ${(mostBytes / 2 ** 20).toFixed(0)} MiB.`);
      chunks.push(chunk.subarray(0, read));
    }
  });
}

function withFile<T>(file: string, what: string, work: (handle: number, stats: Stats) => T): T {
  let handle: number;
  try {
    // Without waiting: a pipe that nobody writes to would keep us for ever, deaf to every signal.
    const wait = FROM_SHELL.test(file) ? 0 : constants.O_NONBLOCK;
    handle = openSync(file, constants.O_RDONLY | wait);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT") throw inputFailure(`${what} ${file} does not exist.`);
    if (code === "EACCES" || code === "EPERM")
      throw inputFailure(`${what} ${file} may not be read by this account.`);
    throw inputFailure(`${what} ${file} cannot be read: ${message}`);
  }
  try {
    return work(handle, fstatSync(handle));
  } finally {
    closeSync(handle);
  }
}

function notAFile(file: string, what: string, stats: Stats): CommandFailure {
  const is = stats.isDirectory() ? "a folder" : stats.isFIFO() ? "a pipe" : "a device";
  return inputFailure(`${what} ${file} is ${is}.`, "Name an ordinary file.");
}
