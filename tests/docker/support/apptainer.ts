import { chmodSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { ApptainerProvider } from "@/evaluator/sandbox/apptainer/provider";
import { DockerEngine } from "@/evaluator/sandbox/docker/engine";
import { testConnection } from "./engine";

/** A folder for Apptainer's images and sandboxes that the account of the sandboxes can enter. */
export function apptainerFolder(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "apptainer-"));
  chmodSync(dir, 0o755);
  return dir;
}

/** Puts an image of the tests' Docker engine where Apptainer finds it. */
export async function addFromDocker(provider: ApptainerProvider, name: string): Promise<string> {
  const connected = DockerEngine.connect(testConnection);
  if (connected.status !== "connected") throw new Error(connected.message);
  const tar = await connected.engine.docker.getImage(name).get();
  const built = await provider.addImage(name, { kind: "archive", tar: tar as never });
  if (built.status !== "built") throw new Error(built.message);
  return built.digest;
}

export function countSandboxes(dir: string, installation: string): number {
  const folder = path.join(dir, "sandboxes", installation);
  return existsSync(folder) ? readdirSync(folder).length : 0;
}
