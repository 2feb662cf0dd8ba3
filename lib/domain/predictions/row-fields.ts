import * as z from "zod";
import { canonicalTemperature } from "@/lib/domain/temperature";
import { shown } from "./problem-list";

/** Longest agent or model name, in characters (code points). */
export const NAME_LIMIT = 200;

const LONE_SURROGATE = /[\uD800-\uDFFF]/u;
/** Control characters, line and paragraph separators, and marks that reorder or hide text. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;

const text = z.string({ error: (issue) => `is ${shown(issue.input)}, not a text.` });

const wellFormed = text.refine((value) => !LONE_SURROGATE.test(value), {
  error: "has an unpaired surrogate, which no file can hold.",
});

/** An agent or model: any printable name; it is compared by exact code points. */
const name = wellFormed.check((context) => {
  const message = nameProblem(context.value);
  if (message) context.issues.push({ code: "custom", message, input: context.value });
});

const COST_LIMIT_USD = 1_000_000;
const TOKEN_LIMIT = 1_000_000_000_000;

const tokens = z
  .int({ error: (issue) => `must be an integer or null, and is ${shown(issue.input)}.` })
  .min(0, { error: "is below zero." })
  .max(TOKEN_LIMIT, { error: `is above ${TOKEN_LIMIT}.` })
  .nullable()
  .optional();

/** The fields of a prediction row. Other keys are ignored with a warning. */
export const predictionRowSchema = z.object({
  instance_id: wellFormed.min(1, { error: "is empty." }),
  run_id: z.int({ error: (issue) => `must be an integer, and is ${shown(issue.input)}.` }),
  agent: name,
  model: name,
  /** Text or number; the canonical decimal, or null when absent. */
  temperature: z
    .unknown()
    .transform((value, context) => {
      const result = canonicalTemperature(value);
      if (result.ok) return result.temperature;
      context.addIssue(`${result.message}.`);
      return z.NEVER;
    })
    .optional(),
  /** Unified diff; null or blank when the agent produced nothing. */
  model_patch: wellFormed.nullable(),
  /** What the attempt cost, as its submitter tells it: shown, never part of a metric. */
  cost_usd: z
    .number({ error: (issue) => `must be a number of US dollars or null, and is ${shown(issue.input)}.` })
    .min(0, { error: "is below zero." })
    .max(COST_LIMIT_USD, { error: `is above ${COST_LIMIT_USD}.` })
    .nullable()
    .optional(),
  input_tokens: tokens,
  output_tokens: tokens,
});
export type PredictionRowFields = z.output<typeof predictionRowSchema>;

export const ROW_FIELDS = [
  "instance_id",
  "run_id",
  "agent",
  "model",
  "temperature",
  "model_patch",
  "cost_usd",
  "input_tokens",
  "output_tokens",
] as const;
export type RowField = (typeof ROW_FIELDS)[number];
const OPTIONAL: ReadonlySet<RowField> = new Set(["temperature", "cost_usd", "input_tokens", "output_tokens"]);

function nameProblem(value: string): string | null {
  if (value.trim() === "") return "is blank. Use a label such as none or multi-model where no name fits.";
  const odd = UNPRINTABLE.exec(value)?.[0];
  if (odd !== undefined) {
    const code = (odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `holds a new line, tab or other invisible character (U+${code}).`;
  }
  if (value !== value.trim()) return "has blanks around it.";
  const length = [...value].length;
  return length > NAME_LIMIT ? `has ${length} characters; at most ${NAME_LIMIT} are allowed.` : null;
}

export type FieldsResult = {
  /** The fields that are right, each on its own: a row with a bad patch still has its place. */
  fields: Partial<PredictionRowFields>;
  missing: RowField[];
  wrong: { field: RowField; message: string }[];
  extra: string[];
};

/** Checks the own keys of a row, one by one; inherited keys such as those of `__proto__` do not count. */
export function checkFields(row: Record<string, unknown>): FieldsResult {
  const result: FieldsResult = { fields: {}, missing: [], wrong: [], extra: [] };
  const known = new Set<string>(ROW_FIELDS);
  result.extra = Object.keys(row).filter((key) => !known.has(key));
  for (const field of ROW_FIELDS) {
    if (!Object.hasOwn(row, field)) {
      if (!OPTIONAL.has(field)) result.missing.push(field);
      continue;
    }
    const parsed = predictionRowSchema.shape[field].safeParse(row[field]);
    if (parsed.success) Object.assign(result.fields, { [field]: parsed.data });
    else result.wrong.push({ field, message: parsed.error.issues[0]?.message ?? "is wrong." });
  }
  return result;
}
