import { refusal } from "@/lib/auth/answers";
/** What a page shows as a file to keep: CSV or JSON, as the address asks. */
export async function shownFile(
  request: Request,
  name: string,
  content: { json: () => unknown; csv: () => string | Promise<string> },
): Promise<Response> {
  const format = new URL(request.url).searchParams.get("format") ?? "json";
  if (format !== "json" && format !== "csv") {
    return refusal(400, "format must be csv or json.", "Leave it out for JSON.");
  }
  const body = format === "csv" ? await content.csv() : JSON.stringify(await content.json(), null, 1);
  const type = format === "csv" ? "text/csv" : "application/json";
  return new Response(body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name.replace(/[^\w.-]/g, "_")}.${format}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** The refusal of an address whose parameter is none of those that there are. */
export function mustBeOneOf(name: string, choices: readonly string[]): Response {
  return refusal(400, `${name} must be one of ${choices.join(", ")}.`, `Name one of them as ${name}.`);
}
