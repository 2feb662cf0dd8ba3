import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "../..");

/** Bundles a script of this folder, so that starting it takes a fraction of a second. */
export async function bundle(name: string): Promise<string> {
  const outdir = path.join(root, "node_modules/.cache/swe-game-bench-tests");
  mkdirSync(outdir, { recursive: true });
  const outfile = path.join(outdir, `${path.basename(name, ".ts")}-${process.pid}.mjs`);
  await build({
    entryPoints: [path.join(import.meta.dirname, name)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    tsconfig: path.join(root, "tsconfig.json"),
    logLevel: "error",
  });
  return outfile;
}

type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string };
export type Started = { child: ChildProcess; ended: Promise<Ended> };

/** Starts a script as a process of its own. */
export function start(script: string, ...args: string[]): Started {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"], cwd: root });
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, output }));
  });
  return { child, ended };
}
