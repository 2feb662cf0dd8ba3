import { Readable } from "node:stream";
import { sandboxFailure } from "../failure";
import { insidePath, removablePath } from "../inside-path";
import { tarStream } from "../tar";
import type { Done, ExecEnd, FileRead, OutputCapture, SandboxFailure } from "../types";
import type { Box } from "./box";
import { runCommand } from "./command";

/**
 * Files go in and out through programs of the image, in the sandbox: there, no link can lead to the machine.
 * What code under test may have made of those programs decides about its own files alone.
 */
const PUT = 'mkdir -p -- "$1" && exec tar -x -p -o -f - -C "$1"';
const REMOVE = "exec xargs -0 rm -rf --";
const READ = `
if [ -L "$1" ]; then echo link
elif [ -f "$1" ]; then printf 'file %s\\n' "$(stat -c '%s %Y' -- "$1")" && exec head -c "$2" -- "$1"
elif [ -d "$1" ]; then echo folder
elif [ -p "$1" ]; then echo pipe
elif [ -S "$1" ]; then echo socket
elif [ -b "$1" ] || [ -c "$1" ]; then echo device
else echo missing
fi`;
const PUT_SECONDS = 3600;
const REMOVE_SECONDS = 600;
const READ_SECONDS = 120;
const HEADER_BYTES = 100;
const SAID_BYTES = 4096;
const DONE: Done = { status: "done" };

export async function putTar(
  box: Box,
  tar: Readable | Uint8Array,
  dir: string,
): Promise<Done | SandboxFailure> {
  const target = insidePath(dir);
  const source = tarStream(tar);
  const { end, output, stdinError } = await runCommand(
    box,
    { argv: ["/bin/sh", "-c", PUT, "sh", target], timeoutSeconds: PUT_SECONDS, outputLimit: SAID_BYTES },
    { stdin: source },
  );
  source.destroy();
  const doing = `Putting files into ${target}`;
  if (stdinError) return sandboxFailure("engine", `${doing} failed: ${stdinError.message}`, stdinError);
  return isDone(end) ? DONE : failure(doing, end, output);
}

export async function removePaths(box: Box, paths: readonly string[]): Promise<Done | SandboxFailure> {
  const list = Buffer.from(paths.map((path) => `${removablePath(path)}\0`).join(""));
  if (list.length === 0) return DONE;
  const { end, output } = await runCommand(
    box,
    { argv: ["/bin/sh", "-c", REMOVE], timeoutSeconds: REMOVE_SECONDS, outputLimit: SAID_BYTES },
    { stdin: Readable.from([list]) },
  );
  return isDone(end) ? DONE : failure("Removing files", end, output);
}

export async function readFile(box: Box, path: string, maxBytes: number): Promise<FileRead | SandboxFailure> {
  const target = insidePath(path);
  const { end, output } = await runCommand(
    box,
    {
      argv: ["/bin/sh", "-c", READ, "sh", target, String(maxBytes)],
      timeoutSeconds: READ_SECONDS,
      // Twice: only half of the limit is kept in one piece.
      outputLimit: 2 * (maxBytes + HEADER_BYTES),
    },
    { target: box.ended || !box.alive ? "remains" : "sandbox" },
  );
  if (!isDone(end)) return failure(`Reading ${target}`, end, output);
  return parseRead(Buffer.concat([output.head, output.tail]), target, maxBytes);
}

/** One line that says what is there, and after it the bytes of a file. */
function parseRead(answer: Buffer, target: string, maxBytes: number): FileRead | SandboxFailure {
  const lineEnd = answer.indexOf("\n");
  const line = answer.subarray(0, Math.max(0, lineEnd)).toString();
  const file = /^file (\d+) (\d+)$/.exec(line);
  if (file) {
    const data = answer.subarray(lineEnd + 1, lineEnd + 1 + maxBytes);
    return {
      status: "found",
      data,
      truncated: Number(file[1]) > data.length,
      mtimeMs: Number(file[2]) * 1000,
    };
  }
  if (line === "missing") return { status: "missing" };
  if (/^(link|folder|pipe|socket|device)$/.test(line)) return { status: "refused", found: line };
  return sandboxFailure("engine", `Reading ${target} gave no answer.`);
}

function isDone(end: ExecEnd): boolean {
  return end.kind === "exited" && end.code === 0;
}

function failure(doing: string, end: ExecEnd, output: OutputCapture): SandboxFailure {
  const said = Buffer.concat([output.head, output.tail]).toString().trim().slice(-500);
  const how = end.kind === "exited" ? `exit code ${end.code}` : end.kind;
  const reason = end.kind === "disk-full" || /no space left/i.test(said) ? "disk" : "engine";
  return sandboxFailure(reason, `${doing} in the sandbox ended with ${how}: ${said}`);
}
