import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs a worker in a process of its own and kills it with SIGKILL once its command runs. */
export async function abandonInProcess(order: object): Promise<void> {
  const script = fileURLToPath(new URL("./abandon.ts", import.meta.url));
  const worker = spawn(process.execPath, ["--import", "tsx", script, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = new Promise((resolve) => worker.once("close", resolve));
  const started = new Promise((resolve) => worker.stdout.once("data", resolve));
  const first = await Promise.race([started.then(() => "started"), closed.then(() => "closed")]);
  worker.kill("SIGKILL");
  await closed;
  if (first !== "started") throw new Error("the worker ended before its command ran");
}
