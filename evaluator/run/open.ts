import type { SandboxFailure, SandboxSession, SandboxSpec } from "@/evaluator/sandbox/types";
import { type InfraFailure, type InfraReason, infra, type RunDeps } from "./types";

const REASONS: Record<SandboxFailure["reason"], InfraReason> = {
  "image-missing": "image",
  engine: "sandbox",
  disk: "disk",
  limits: "sandbox",
};

const MENDS: Record<SandboxFailure["reason"], string> = {
  "image-missing": "Run swe-game-bench prepare for the instance.",
  engine: "Check the container engine: swe-game-bench doctor.",
  disk: "Free disk space where the container engine keeps its images.",
  limits:
    "Lower SWE_GAME_BENCH_MEMORY_MB, SWE_GAME_BENCH_CPUS or SWE_GAME_BENCH_DISK_MB to what the machine has.",
};

/** A failure of the sandbox on the way through a session; `inSandbox` alone catches it. */
class SandboxTrouble extends Error {
  constructor(readonly failure: SandboxFailure) {
    super(failure.message, { cause: failure.cause });
  }
}

/** The value of a sandbox operation. @throws SandboxTrouble, for `inSandbox` to catch. */
export function need<T extends { status: string }>(result: T | SandboxFailure): T {
  if (isFailure(result)) throw new SandboxTrouble(result);
  return result;
}

export function sandboxInfra(failure: SandboxFailure): InfraFailure {
  return infra(REASONS[failure.reason], failure.message, MENDS[failure.reason], failure.cause);
}

/** Opens a sandbox with this installation's labels, uses it and throws it away, whatever happens. */
export async function inSandbox<T>(
  deps: RunDeps,
  spec: SandboxSpec,
  use: (session: SandboxSession) => Promise<T>,
): Promise<T | InfraFailure> {
  const opened = await deps.sandbox.open({ ...spec, labels: { ...deps.labels, ...spec.labels } });
  if (opened.status !== "open") return sandboxInfra(opened);
  const { session } = opened;
  try {
    return await use(session);
  } catch (error) {
    if (error instanceof SandboxTrouble) return sandboxInfra(error.failure);
    throw error;
  } finally {
    const closed = await session.close();
    if (closed.status !== "done")
      deps.log.warn({ sandbox: session.id, reason: closed.message }, "A sandbox could not be removed");
  }
}

function isFailure(result: { status: string }): result is SandboxFailure {
  return result.status === "sandbox-failed";
}
