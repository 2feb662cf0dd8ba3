/** Writes the JSON Schemas of the documented files: `npx tsx scripts/make-json-schemas.ts`. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { jsonSchemas } from "./lib/json-schemas";

const folder = path.resolve(import.meta.dirname, "..", "public", "schemas");
mkdirSync(folder, { recursive: true });
for (const [name, text] of jsonSchemas()) writeFileSync(path.join(folder, name), text);
