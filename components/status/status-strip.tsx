import { LiveRefresh } from "@/components/layout/live-refresh";
import { counted, moment } from "@/components/ui/format";
import type { WorkStatus } from "@/lib/domain/views";

/** One quiet line on every page: what the machinery does, or why it does not. */
export function StatusStrip({ status }: { status: WorkStatus }) {
  const busy = status.running + status.queued > 0;
  return (
    <div className="border-t border-line bg-sunken text-small">
      <p
        className="mx-auto flex max-w-page flex-wrap items-baseline gap-x-2 px-4 py-1 sm:px-6"
        data-testid="work-status"
      >
        <span aria-hidden="true" className={`size-2 self-center ${statusMark(status)}`} />
        <strong className="font-medium">{statusTitle(status)}</strong>
        <span className="min-w-0 text-muted wrap-anywhere">{statusDetail(status)}</span>
      </p>
      <LiveRefresh url="/api/status" version={status.version} busy={busy} />
    </div>
  );
}

function statusMark(status: WorkStatus): string {
  if (status.waitsFor !== null) return "bg-failed";
  return status.running > 0 ? "bg-passed" : "border border-edge";
}

export function statusTitle(status: WorkStatus): string {
  const waiting = `${counted(status.queued, "job")} ${status.queued === 1 ? "waits" : "wait"}`;
  if (status.waitsFor === "sandbox") return `${waiting} for Docker.`;
  if (status.waitsFor === "worker") return `${waiting} for a worker.`;
  if (status.running > 0) return `${status.running} running, ${status.queued} queued.`;
  if (status.queued > 0) return `${status.queued} queued.`;
  return "Idle.";
}

export function statusDetail(status: WorkStatus): string {
  const { workers, note, lastSeenAt } = status;
  if (status.waitsFor === "sandbox") {
    return `${sentence(note ?? "No container engine answers")} Patches are checked meanwhile.`;
  }
  if (workers.alive > 0) return sentence([counted(workers.alive, "worker"), note].filter(Boolean).join(", "));
  const seen = lastSeenAt === null ? "" : ` The last one was seen ${moment(lastSeenAt)}.`;
  return `No worker is running.${seen} npm start runs one beside the site.`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
