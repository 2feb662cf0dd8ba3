import * as z from "zod";
import { REPORT_NAMES } from "@/lib/domain/links";
import { componentSchemas, type JsonSchema } from "./components";
import { ENDPOINTS, type Endpoint, TAGS } from "./endpoints";
import { queries } from "./queries";

/** Raised with every change that a reader could notice; the path changes when one could break them. */
export const API_VERSION = "1.1.0";

/** The API as an OpenAPI 3.1 document, made from the schemas that the code uses. */
export function openApiDocument(origin: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of ENDPOINTS) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "SWE-game-bench",
      version: API_VERSION,
      description:
        "Results of SWE-game-bench as the pages show them. A refusal is {error: {message, mend}}: what is wrong, and what to do.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key of your account page: sgb_…" },
      },
    },
  };
}

export function operationId({ method, path }: Pick<Endpoint, "method" | "path">): string {
  const words = path
    .replace(/^\/api(\/v1)?/, "")
    .split(/[^a-zA-Z]+/)
    .filter(Boolean);
  return [method, ...words]
    .map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1)))
    .join("");
}

function operation(endpoint: Endpoint) {
  const { tag, summary, note, body, answers, access } = endpoint;
  return {
    operationId: operationId(endpoint),
    tags: [tag],
    summary,
    ...(note === undefined ? {} : { description: note }),
    ...(access === "public" ? {} : { security: access === "account" ? [{ key: [] }] : [{}, { key: [] }] }),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint)],
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, one]) => [status, response(one)])),
      default: {
        description: "A refusal.",
        content: { "application/json": { schema: reference("Refusal") } },
      },
    },
  };
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const PATH_MEANINGS: Record<string, { description: string; schema: JsonSchema }> = {
  id: { description: "Its id.", schema: { type: "string" } },
  instanceId: { description: "An instance's id.", schema: { type: "string" } },
  runId: { description: "The run's number.", schema: { type: "integer", minimum: 1 } },
  name: { description: "Which report.", schema: { type: "string", enum: REPORT_NAMES } },
};

export type Parameter = {
  name: string;
  in: "path" | "query";
  required: boolean;
  description: string;
  schema: JsonSchema;
};

export function pathParameters({ path }: Pick<Endpoint, "path">): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => {
    const meaning = PATH_MEANINGS[name];
    return meaning ? [{ name, in: "path" as const, required: true, ...meaning }] : [];
  });
}

export function queryParameters({ query }: Pick<Endpoint, "query">): Parameter[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(queries[query], { io: "input" });
  return Object.entries(properties).map(([name, schema]) => {
    const { description = "", ...rest } = schema as JsonSchema & { description?: string };
    return { name, in: "query", required: required.includes(name), description, schema: typed(name, rest) };
  });
}

/** A number in an address arrives as text, so its schema takes anything; readers are told what it is. */
function typed(name: string, schema: JsonSchema): JsonSchema {
  return ["limit", "offset", "before"].includes(name) ? { type: "integer", ...schema, minimum: 0 } : schema;
}

function requestBody({ schema, types, description }: NonNullable<Endpoint["body"]>) {
  const content = schema ? { schema: reference(schema) } : {};
  return { description, required: false, content: Object.fromEntries(types.map((type) => [type, content])) };
}

function response({ description, schema, type, csv }: Endpoint["answers"][string]) {
  const content = {
    ...(schema ? { "application/json": { schema: reference(schema) } } : {}),
    ...(type ? { [type]: {} } : {}),
    ...(csv ? { "text/csv": { schema: { type: "string" } } } : {}),
  };
  return Object.keys(content).length > 0 ? { description, content } : { description };
}
