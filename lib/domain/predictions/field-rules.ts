import * as z from "zod";
import { predictionRowSchema, ROW_FIELDS, type RowField } from "./row-fields";

export type FieldRule = { field: RowField; required: boolean; type: string; rule: string };

const RULES: Record<RowField, string> = {
  instance_id: "An instance of the set.",
  run_id: "1 to 10, each once for an instance.",
  agent: "The same on every row. A label such as none where no name fits.",
  model: "The same on every row. A label such as multi-model where no name fits.",
  temperature:
    "The same on every row, or on none. Kept as a canonical decimal; what is absent stays null and is never 0.",
  model_patch: "A unified diff against the base commit; null when the agent produced nothing.",
  cost_usd: "What the attempt cost in US dollars, as you tell it. Part of no metric.",
  input_tokens: "As you tell it. Part of no metric.",
  output_tokens: "As you tell it. Part of no metric.",
};

/** The fields of a row as the schema that checks them has them. */
export function fieldRules(): FieldRule[] {
  const { properties = {}, required = [] } = z.toJSONSchema(predictionRowSchema, {
    io: "input",
    unrepresentable: "any",
  });
  return ROW_FIELDS.map((field) => ({
    field,
    required: required.includes(field),
    type: field === "temperature" ? "number or string" : typeText(properties[field]),
    rule: RULES[field],
  }));
}

/** "string or null". */
function typeText(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "any";
  if ("anyOf" in schema && Array.isArray(schema.anyOf)) return schema.anyOf.map(typeText).join(" or ");
  return "type" in schema ? [schema.type].flat().join(" or ") : "any";
}
