import { readStatus } from "@/lib/services/read/status";

/** What open pages ask to learn whether they would look different by now. */
export function GET(): Response {
  return Response.json(readStatus(), { headers: { "Cache-Control": "no-store" } });
}

export const dynamic = "force-dynamic";
