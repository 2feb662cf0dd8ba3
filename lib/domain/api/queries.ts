import * as z from "zod";
import { CHART_IDS } from "@/lib/domain/charts";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { boardFields } from "./board-query";

/** What may follow the `?` of each address of data. A parameter that is not listed is refused, so that no typing error passes for an answer. */

const oneSet = z
  .enum([...BENCHMARK_SETS, "core"])
  .transform((one) => (one === "core" ? ("candidates" as const) : one));
const set = oneSet.optional().describe("core means candidates. All sets without it.");
const yesNo = (text: string) =>
  z
    .enum(["true", "false"])
    .transform((one) => one === "true")
    .optional()
    .describe(text);
const whole = (max: number) => z.coerce.number().int().min(0).max(max);
const format = z.enum(["json", "csv"]).optional().describe("json without it.");

export const PAGE_SIZE = 100;

export const queries = {
  plain: z.strictObject({ format }),
  bySet: z.strictObject({ set, format }),
  leaderboard: z.strictObject({
    set,
    verified: yesNo(
      "true: only verified systems, ranked among themselves as the page shows them first; false: only the others, ranked among all.",
    ),
    incomplete: yesNo(
      "true: also systems whose attempts are not all settled, verified or not; they have no Score and no rank.",
    ),
    ...boardFields,
    format,
  }),
  charts: z.strictObject({
    set: oneSet.describe("core means candidates."),
    chart: z.enum(CHART_IDS).describe("Which chart."),
    verified: z
      .enum(["true"])
      .transform(() => true as const)
      .optional()
      .describe("true: only verified systems, as the page shows them first."),
    ...boardFields,
    format,
  }),
  compare: z.strictObject({
    set: oneSet.describe("core means candidates."),
    systems: z
      .string()
      .max(2000)
      .describe("Ids of two to six experiments of this set's leaderboard, joined by commas."),
    table: z
      .enum(["instances", "pairs"])
      .optional()
      .describe("What the CSV has a line for; instances without it. JSON has both."),
    format,
  }),
  experiments: z.strictObject({
    set,
    agent: z.string().max(200).optional().describe("Exactly this agent."),
    model: z.string().max(200).optional().describe("Exactly this model."),
    current: yesNo("true: only the latest submission of each system; false: only earlier ones."),
    limit: whole(1000).optional().describe(`At most so many, up to 1000; ${PAGE_SIZE} without it.`),
    offset: whole(1_000_000).optional().describe("Leaves out so many of the newest."),
    format,
  }),
  changes: z.strictObject({
    set,
    before: whole(1_000_000_000).optional().describe("Only entries with a smaller id: the next page."),
    format,
  }),
  upload: z.strictObject({
    set: z.enum([...BENCHMARK_SETS, "core"]),
    name: z.string().max(200).optional().describe("File name to show."),
  }),
} as const;
export type QueryName = keyof typeof queries;

export type QueryResult<T> =
  | { status: "read"; query: T }
  | { status: "refused"; message: string; mend: string };

/** Reads the parameters of an address; the first of several equal ones counts. */
export function readQuery<T>(
  schema: z.ZodType<T> & { shape: object },
  params: URLSearchParams,
): QueryResult<T> {
  const values = Object.fromEntries([...params].reverse());
  const parsed = schema.safeParse(values);
  if (parsed.success) return { status: "read", query: parsed.data };
  const known = Object.keys(schema.shape).join(", ");
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const message = `There is no parameter ${issue.keys.join(", ")}.`;
    return { status: "refused", message, mend: `Parameters here: ${known}.` };
  }
  const name = String(issue?.path[0] ?? "");
  const choices = issue?.code === "invalid_value" ? `One of ${issue.values.join(", ")}.` : "";
  const value = values[name];
  const message =
    value === undefined
      ? `${name} is missing.`
      : `${name} is ${JSON.stringify(value)}, which is not understood.`;
  return { status: "refused", message, mend: choices || (issue?.message ?? "") };
}
