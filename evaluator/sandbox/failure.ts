import type { SandboxFailure } from "./types";

/** Builds a failure of the sandbox itself, keeping what caused it. */
export function sandboxFailure(
  reason: SandboxFailure["reason"],
  message: string,
  cause?: unknown,
): SandboxFailure {
  return { status: "sandbox-failed", reason, message, ...(cause === undefined ? {} : { cause }) };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.trim() : String(error);
}
