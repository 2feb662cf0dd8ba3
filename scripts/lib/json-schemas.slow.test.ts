import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { buildConfigurationReport } from "@/lib/domain/report/configuration";
import { experiment, without } from "@/lib/domain/report/example-experiment";
import { buildPassAtKDetails, buildPassAtKReport } from "@/lib/domain/report/pass-at-k";
import { jsonSchemas } from "./json-schemas";

const FOLDER = path.resolve(import.meta.dirname, "../../public/schemas");

test("the shipped JSON Schemas are the ones that the code checks by (npx tsx scripts/make-json-schemas.ts)", () => {
  const shipped = new Map(
    readdirSync(FOLDER).map((name) => [name, readFileSync(path.join(FOLDER, name), "utf8")]),
  );
  expect([...shipped.keys()].sort()).toEqual([...jsonSchemas().keys()].sort());
  for (const [name, text] of jsonSchemas()) expect(shipped.get(name), name).toBe(text);
});

/** What another program makes of a document that it checks by a shipped schema. */
function problemsOf(name: string, document: unknown): string[] {
  const ajv = addFormats(new Ajv2020({ allErrors: true }));
  const valid = ajv.compile(JSON.parse(readFileSync(path.join(FOLDER, name), "utf8")));
  return valid(document) ? [] : (valid.errors ?? []).map((error) => error.instancePath);
}

test("reports pass the shipped JSON Schemas in a validator that knows nothing of our code", () => {
  for (const one of [experiment(2), without(experiment(4), "s-3")]) {
    expect(problemsOf("pass_at_k_report.schema.json", buildPassAtKReport(one))).toEqual([]);
    expect(problemsOf("pass_at_k_details.schema.json", buildPassAtKDetails(one))).toEqual([]);
    expect(problemsOf("configuration.schema.json", buildConfigurationReport(one))).toEqual([]);
  }
  const wrong = { ...buildPassAtKReport(experiment(2)), score: 1.5, temperature: 0.4 };
  const places = new Set(problemsOf("pass_at_k_report.schema.json", wrong));
  expect([...places].sort()).toEqual(["/score", "/temperature"]);
});

test("dataset files pass the shipped JSON Schemas", () => {
  const rows: unknown = JSON.parse(readFileSync("benchmark/instances.json", "utf8"));
  expect(problemsOf("instances.schema.json", rows)).toEqual([]);
  expect(problemsOf("prediction.schema.json", { instance_id: "a-1", run_id: "1" })).toEqual(
    expect.arrayContaining(["/run_id"]),
  );
});
