import type { Duplex } from "node:stream";
import type Docker from "dockerode";
import { delay, type Stop } from "../command-run";
import type { ExecSpec } from "../types";
import type { SandboxContainer } from "./container";
import { bounded } from "./engine";

const START_MS = 120_000;
/** By number: the image need not know the name. */
const NOBODY = "65534:65534";
/** An engine may never answer the start of a command whose container dies at that moment. */
const DEATH_LAG_MS = 3000;

export type StartedExec = { status: "started"; exec: Docker.Exec; socket: Duplex };
export type StartResult =
  | StartedExec
  | { status: "refused"; error: unknown }
  /** A watchdog fired while the engine was still starting the command. */
  | { status: "stopped"; stop: Stop };

/** Starts a command with its output attached; never waits longer than the watchdogs and the container live. */
export async function startExec(
  container: SandboxContainer,
  spec: ExecSpec,
  stopped: Promise<Stop>,
): Promise<StartResult> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), START_MS);
  let over = false;
  const starting = attach(container, spec, giveUp.signal);
  const result = await Promise.race([
    starting,
    stopped.then((stop): StartResult => ({ status: "stopped", stop })),
    container.watch.died
      .then(async () => {
        if (!over) await delay(DEATH_LAG_MS);
      })
      .then((): StartResult => ({ status: "refused", error: new Error("the container died") })),
  ]);
  over = true;
  clearTimeout(timer);
  if (result.status !== "started") {
    giveUp.abort();
    void starting.then((late) => late.status === "started" && late.socket.destroy());
  }
  return result;
}

async function attach(
  container: SandboxContainer,
  spec: ExecSpec,
  abortSignal: AbortSignal,
): Promise<StartedExec | { status: "refused"; error: unknown }> {
  const env = Object.entries({ ...container.env, ...spec.env }).map(([key, value]) => `${key}=${value}`);
  const folder = spec.cwd === undefined ? {} : { WorkingDir: spec.cwd };
  const user = spec.asNobody ? { User: NOBODY } : {};
  const command = {
    Cmd: [...spec.argv],
    Env: env,
    AttachStdout: true,
    AttachStderr: true,
    ...folder,
    ...user,
  };
  try {
    const exec = await container.handle.exec(bounded("start", command));
    const socket = await exec.start({ hijack: true, stdin: false, abortSignal });
    socket.on("error", () => {});
    return { status: "started", exec, socket };
  } catch (error) {
    return { status: "refused", error };
  }
}
