import { changesCsv } from "@/lib/domain/api/csv";
import { changeJson } from "@/lib/domain/api/json";
import { readChanges } from "@/lib/services/read/changes";
import { answerData } from "../data";

/** Corrections, the newest first, a page at a time. */
export function GET(request: Request): Promise<Response> {
  return answerData(request, "changes", ({ query, origin }) => {
    const view = readChanges({ set: query.set ?? null, before: query.before ?? null });
    const changes = view.entries.map((entry) => changeJson(entry, origin));
    // The page's address of older entries has the same parameters.
    const next = view.olderHref === null ? null : `${origin}/api/v1${view.olderHref}`;
    return { name: "changes", json: { next, changes }, csv: () => changesCsv(changes) };
  });
}

export const dynamic = "force-dynamic";
