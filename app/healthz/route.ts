import { readStatus } from "@/lib/services/read/status";

/** Answers when the site can read its database, or has none yet. */
export function GET(): Response {
  const { queued, running, workers, waitsFor } = readStatus();
  return Response.json(
    { status: "ok", queued, running, workers: workers.alive, waitsFor },
    { headers: { "Cache-Control": "no-store" } },
  );
}

export const dynamic = "force-dynamic";
