import { createHash } from "node:crypto";
import { originOf } from "@/lib/auth/cookies";
import { readerOf } from "@/lib/auth/viewer";
import { readConfig } from "@/lib/config";
import type { Reader } from "@/lib/domain/access";
import { type QueryName, type queries, readQuery, queries as schemas } from "@/lib/domain/api/queries";
import { refuse } from "./answers";

type Query<Name extends QueryName> = ReturnType<(typeof queries)[Name]["parse"]>;

/** What is answered as JSON and as CSV; a text is JSON already. */
export type Data = { name: string; json: unknown; csv: () => string };

/** Why an address that can be read has no answer all the same. */
type Reason = { refused: { status: number; message: string; mend: string } };
type Found = Data | Reason | null;

export type Asked<Name extends QueryName> = { query: Query<Name>; origin: string };

/** Answers an address of data with what `read` gives; null when there is no such thing. */
export async function answerData<Name extends QueryName>(
  request: Request,
  name: Name,
  read: (asked: Asked<Name>) => Found | Promise<Found>,
): Promise<Response> {
  const asked = readQuery(schemas[name] as never, new URL(request.url).searchParams);
  if (asked.status === "refused") return refuse(400, { message: asked.message, mend: asked.mend }, OPEN);
  const query = asked.query as Query<Name>;
  const data = await read({ query, origin: originOf(readConfig()) });
  if (data === null) return notThere();
  if ("refused" in data) {
    const { status, ...reason } = data.refused;
    return refuse(status, reason, OPEN);
  }
  const csv = "format" in query && query.format === "csv";
  return csv
    ? dataFile(request, `${data.name}.csv`, data.csv())
    : dataFile(request, `${data.name}.json`, JSON.stringify(data.json, null, 1));
}

/** The same for what an account may see more of: a bad key is refused, never taken for nobody. */
export async function answerReader<Name extends QueryName>(
  request: Request,
  name: Name,
  read: (asked: Asked<Name> & { reader: Reader }) => Found,
): Promise<Response> {
  const found = await readerOf(request);
  if (found.status === "refused") return badKey(found.message);
  return answerData(request, name, (asked) => read({ ...asked, reader: found.reader }));
}

export function badKey(message: string): Response {
  return refuse(
    401,
    { message, mend: "Your account page makes API keys." },
    { "WWW-Authenticate": "Bearer" },
  );
}

export function notThere(): Response {
  return refuse(
    404,
    { message: "There is nothing at this address for you.", mend: "Lists give the ids." },
    OPEN,
  );
}

/** Pages of other sites may read what everybody may: no cookie comes with such a request. */
const OPEN = { "Access-Control-Allow-Origin": "*" };

const TYPES: Record<string, string> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

/** A file with a tag, so that asking again for what is the same costs little. CSV is saved, JSON is shown. */
export function dataFile(request: Request, name: string, body: string): Response {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const tag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  const headers = {
    ...OPEN,
    "Cache-Control": "private, no-cache",
    ETag: tag,
    "X-Content-Type-Options": "nosniff",
    "Content-Type": TYPES[extension] ?? "text/plain; charset=utf-8",
    "Content-Disposition": `${extension === "csv" ? "attachment" : "inline"}; filename="${name.replace(/[^\w.-]/g, "_")}"`,
  };
  const known = (request.headers.get("if-none-match") ?? "")
    .split(",")
    .map((one) => one.trim().replace(/^W\//, ""));
  if (known.includes(tag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}
