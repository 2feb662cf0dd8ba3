import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "./endpoints";
import { openApiDocument, operationId } from "./openapi";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const document = openApiDocument("https://bench.example.org");

/** Method and path of every route handler below `/api/v1`, as the file system has them. */
function routes(): string[] {
  const folder = path.join(ROOT, "app/api/v1");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .flatMap((file) => {
      const source = readFileSync(path.join(folder, file), "utf8");
      const address = `/api/v1/${path.dirname(file)}`.replace(/\[(\w+)\]/g, "{$1}");
      const methods = [...source.matchAll(/^export (?:async )?function (GET|POST|DELETE|PUT|PATCH)\b/gm)];
      return methods.map(([, method]) => `${method?.toLowerCase()} ${address}`);
    })
    .sort();
}

describe("the OpenAPI document", () => {
  it("has every route handler of /api/v1, and no address that has none", () => {
    const documented = ENDPOINTS.filter(({ path: one }) => one.startsWith("/api/v1/")).map(
      ({ method, path: one }) =>
        `${method} ${one.replace(/(\/submissions\/\{id\}\/)(confirm|cancel|withdraw|hide|show|rerun)$/, "$1{action}")}`,
    );
    expect([...new Set(documented)].sort()).toEqual(routes());
  });

  it("names each operation once, and every path parameter that an address holds", () => {
    const ids = ENDPOINTS.map(operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path: address, method } of ENDPOINTS) {
      const operation = document.paths[address]?.[method] as { parameters: { in: string; name: string }[] };
      const named = operation.parameters.filter((one) => one.in === "path").map((one) => one.name);
      expect(named, address).toEqual([...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it("holds schemas that a validator which knows nothing of our code can compile", () => {
    const ajv = addFormats(new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }));
    ajv.addVocabulary(["components"]);
    ajv.addSchema({ $id: "api", components: document.components });
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `api#/components/schemas/${name}` }), name).not.toThrow();
    }
  });

  it("refers to nothing that it does not hold", () => {
    const text = JSON.stringify(document);
    const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    for (const name of used) expect(Object.keys(document.components.schemas)).toContain(name);
    expect(used.has("Refusal")).toBe(true);
  });
});
