import { expect, it } from "vitest";
import { componentSchemas } from "./components";
import { schemaFields, typeText } from "./schema-text";

it("tells types in words", () => {
  expect(typeText({ type: "array", items: { $ref: "#/components/schemas/Attempt" } })).toBe(
    "list of Attempt",
  );
  expect(typeText({ anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] })).toBe(
    "moment or null",
  );
  expect(typeText({ enum: ["a", "b", "c"] })).toBe("a, b or c");
  expect(typeText({})).toBe("anything");
});

it("lists the fields of objects inside an object by their path", () => {
  const fields = schemaFields(componentSchemas().Experiment ?? {});
  const named = Object.fromEntries(fields.map((one) => [one.name, one]));
  expect(named["attempts.passed"]?.type).toBe("integer");
  expect(named["funnel[].step"]?.type).toBe("string");
  expect(named["verification.audit.agreed"]?.type).toBe("integer");
  expect(named.score?.description).toContain("null while incomplete");
});

it("knows what a list holds, and which fields may be left out", () => {
  const schemas = componentSchemas();
  expect(schemaFields(schemas.Attempts ?? {}).find((one) => one.name === "attempts")?.refers).toBe("Attempt");
  expect(schemaFields(schemas.Confirm ?? {}).every((one) => one.optional)).toBe(true);
  expect(schemaFields(schemas.Attempt ?? {}).some((one) => one.optional)).toBe(false);
});
