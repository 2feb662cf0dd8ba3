import { decoded } from "@/app/params";
/** A text that others wrote, as a download that no browser takes for a page. */
export function textFile(body: string | Uint8Array<ArrayBuffer>, name: string): Response {
  return new Response(body, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name.replace(/[^\w.-]/g, "_")}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  });
}

export function textMissing(message: string): Response {
  return Response.json(
    { error: { message, mend: "" } },
    { status: 404, headers: { "Cache-Control": "no-store" } },
  );
}

type RouteParams = Promise<{ id: string; instanceId: string; runId: string }>;

/** The attempt that an address names; null when the run is no number. */
export async function attemptId(params: RouteParams) {
  const { id, instanceId, runId } = await params;
  if (!/^[1-9]\d{0,3}$/.test(runId)) return null;
  return {
    experimentId: decoded(id),
    instanceId: decoded(instanceId),
    runId: Number(runId),
  };
}
