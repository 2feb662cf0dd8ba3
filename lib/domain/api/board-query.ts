import * as z from "zod";
import { type BoardQuery, PLAIN_QUERY } from "@/lib/domain/board";
import type { ChartId } from "@/lib/domain/charts";
import { parseSort, SORT_KEYS, sortText } from "@/lib/domain/leaderboard-order";

/** What the leaderboard can be asked for beside its set: as parameters of the API, and between these and the page's own. */

const name = (text: string) => z.string().max(200).optional().describe(text);
const day = (text: string) => z.iso.date().optional().describe(`${text}: a day in UTC, such as 2026-11-29.`);
const sorts = SORT_KEYS.flatMap((key) => [key, `-${key}`]);

export const boardFields = {
  q: name("Words in the names of agent, model and organisation."),
  agent: name("Exactly this agent."),
  model: name("Exactly this model."),
  organisation: name("Exactly this organisation."),
  open_source: z
    .enum(["true"])
    .transform(() => true as const)
    .optional()
    .describe("true: only systems whose source is open."),
  from: day("Submitted on that day or later"),
  to: day("Submitted on that day or earlier"),
  sort: z.enum(sorts).optional().describe("A column, falling with - before it; -score without it."),
};
const boardFieldsSchema = z.strictObject(boardFields);

export type AskedBoard = z.output<typeof boardFieldsSchema> & {
  verified?: boolean | undefined;
  incomplete?: boolean | undefined;
};

/** Unverified systems are there, and ranked, unless only verified ones are asked for. */
export function boardQueryOf(asked: AskedBoard): BoardQuery {
  return {
    ...PLAIN_QUERY,
    text: asked.q ?? "",
    agent: asked.agent || null,
    model: asked.model || null,
    organisation: asked.organisation || null,
    openSource: asked.open_source === true,
    unverified: asked.verified !== true,
    incomplete: asked.incomplete === true,
    from: asked.from ?? null,
    to: asked.to ?? null,
    sort: parseSort(asked.sort),
  };
}

/** The parameters by which the API gives all that a page of the leaderboard shows. */
function paramsOf(query: BoardQuery): [string, string][] {
  const plain = sortText(PLAIN_QUERY.sort);
  const words: [string, string | null][] = [
    ["verified", query.unverified ? null : "true"],
    ["q", query.text],
    ["agent", query.agent],
    ["model", query.model],
    ["organisation", query.organisation],
    ["open_source", query.openSource ? "true" : null],
    ["from", query.from],
    ["to", query.to],
    ["sort", sortText(query.sort) === plain ? null : sortText(query.sort)],
  ];
  return words.flatMap(([key, value]): [string, string][] => (value ? [[key, value]] : []));
}

type FileFormat = "csv" | "json";
const href = (path: string, params: [string, string][], format: FileFormat) =>
  `${path}?${new URLSearchParams([...params, ["format", format]])}`;

/** What a page of the leaderboard shows, all pages of it, as a file. */
export function leaderboardFileHref(set: string, query: BoardQuery, format: FileFormat): string {
  const incomplete: [string, string][] = query.incomplete ? [["incomplete", "true"]] : [];
  return href("/api/v1/leaderboard", [["set", set], ...paramsOf(query), ...incomplete], format);
}

/** The numbers of one chart as a file. */
export function chartFileHref(set: string, query: BoardQuery, chart: ChartId, format: FileFormat): string {
  return href("/api/v1/charts", [["set", set], ["chart", chart], ...paramsOf(query)], format);
}
