// Small pieces that the set-up scripts share. Plain Node: they run before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");

/** Prints one line of what is going on. */
export function say(text) {
  console.log(`▸ ${text}`);
}

/** Runs a program to its end; its output is shown, or kept and shown when it fails. */
export function run(command, args, { quiet = false, env = {}, cwd = root, allowFailure = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    });
    const kept = [];
    child.stdout?.on("data", (chunk) => kept.push(chunk));
    child.stderr?.on("data", (chunk) => kept.push(chunk));
    child.on("error", (error) =>
      reject(new Error(`${command} could not be started: ${error.message}`, { cause: error })),
    );
    child.on("close", (code, signal) => {
      const output = Buffer.concat(kept).toString();
      if (code === 0 || allowFailure) return resolve({ code, signal, output });
      if (quiet) process.stderr.write(output.slice(-8000));
      reject(new Error(`${command} ${args.join(" ")} ended with ${signal ?? code}.`));
    });
  });
}

/** True when the file's stamp says that exactly these inputs were built, in this way; `done` writes the stamp. */
export function stampFor(name, inputs, way = "") {
  const file = path.join(root, "node_modules", ".cache", "swe-game-bench", name);
  const hash = `${hashOf(inputs)}${way}`;
  return {
    fresh: existsSync(file) && readFileSync(file, "utf8") === hash,
    done() {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, hash);
    },
  };
}

/** SHA-256 over names and bytes of files and folders below the checkout. */
function hashOf(inputs) {
  const hash = createHash("sha256");
  for (const input of inputs) {
    for (const file of filesBelow(path.join(root, input)).sort())
      hash.update(`${path.relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function filesBelow(place) {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesBelow(path.join(place, entry.name))
      : entry.isFile()
        ? [path.join(place, entry.name)]
        : [],
  );
}
