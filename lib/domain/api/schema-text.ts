import type { JsonSchema } from "./components";

/** One field of an object as a reader wants it. */
export type FieldText = {
  name: string;
  type: string;
  refers: string | null;
  optional: boolean;
  description: string;
};

/** The fields of an object's schema, those of objects inside it too: "attempts.passed", "funnel[].step". */
export function schemaFields(schema: JsonSchema, prefix = ""): FieldText[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(objectOf(schema.properties)).flatMap(([name, value]) => {
    const field = objectOf(value);
    const inner = innerObject(field);
    const described = typeof field.description === "string" ? field.description : "";
    const line: FieldText = {
      name: prefix + name,
      type: typeText(field),
      refers: referenceOf(field),
      optional: !required.includes(name),
      description: described,
    };
    if (inner === null) return [line];
    return [line, ...schemaFields(inner.schema, `${prefix}${name}${inner.list ? "[]" : ""}.`)];
  });
}

/** "string or null", "list of Attempt", "golden, candidates or sample". */
export function typeText(schema: JsonSchema): string {
  const name = referenceOf(schema, true);
  if (name !== null) return name;
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return either(schema.enum.map((one) => String(one)));
  if (Array.isArray(schema.anyOf)) return either(schema.anyOf.map((one) => typeText(objectOf(one))));
  if (schema.type === "array") return `list of ${typeText(objectOf(schema.items))}`;
  if (schema.type === "string" && schema.format === "date-time") return "moment";
  if (schema.type === "string" && schema.format === "uri") return "address";
  if (Array.isArray(schema.type)) return either(schema.type.map(String));
  return typeof schema.type === "string" ? schema.type : "anything";
}

/** The named schema that a field is, or that the things of its list are. */
function referenceOf(schema: JsonSchema, itself = false): string | null {
  const reference =
    typeof schema.$ref === "string" ? schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1) : null;
  if (reference !== null || itself) return reference;
  return schema.type === "array" ? referenceOf(objectOf(schema.items), true) : null;
}

function innerObject(schema: JsonSchema): { schema: JsonSchema; list: boolean } | null {
  if (schema.type === "array") {
    const items = objectOf(schema.items);
    return "properties" in items ? { schema: items, list: true } : null;
  }
  if (Array.isArray(schema.anyOf)) {
    const object = schema.anyOf.map(objectOf).find((one) => "properties" in one);
    return object ? { schema: object, list: false } : null;
  }
  return "properties" in schema ? { schema, list: false } : null;
}

function objectOf(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null ? (value as JsonSchema) : {};
}

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
