import type { SandboxProvider } from "@/evaluator/sandbox/types";
import type { Logger } from "@/lib/log";
import { isOfGoneProcess, processLabels } from "./process-mark";

/**
 * Removes the sandboxes of this installation whose process is gone, whatever command it ran. What still lives,
 * and what another machine opened, stays. A failure is logged alone: it keeps nobody from working.
 */
export async function removeLeftovers(sandbox: SandboxProvider, log: Logger): Promise<void> {
  const { host } = processLabels();
  try {
    const result = await sandbox.reap({ host }, isOfGoneProcess);
    if (result.status !== "reaped") log.warn({ reason: result.message }, "leftovers could not be removed");
    else if (result.count > 0)
      log.info({ count: result.count }, "sandboxes of processes that are gone were removed");
  } catch (error) {
    log.warn({ err: error }, "leftovers could not be removed");
  }
}
