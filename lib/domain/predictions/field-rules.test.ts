import { expect, it } from "vitest";
import { fieldRules } from "./field-rules";
import { checkFields, ROW_FIELDS } from "./row-fields";

it("calls exactly those fields required that the checker misses in an empty row", () => {
  const required = fieldRules()
    .filter((one) => one.required)
    .map((one) => one.field);
  expect(required).toEqual(checkFields({}).missing);
  expect(fieldRules().map((one) => one.field)).toEqual([...ROW_FIELDS]);
});

it("tells types as JSON has them", () => {
  const types = Object.fromEntries(fieldRules().map((one) => [one.field, one.type]));
  expect(types).toMatchObject({
    instance_id: "string",
    run_id: "integer",
    temperature: "number or string",
    model_patch: "string or null",
    cost_usd: "number or null",
    input_tokens: "integer or null",
  });
});
