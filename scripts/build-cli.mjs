// Bundles the command line, the worker and the server of the site into dist/. Packages that many commands load at
// their start go in as well: looking for a thousand small files takes longer than most commands do.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

/** What is left outside is native, looks for files of its own, or is seldom loaded. */
const INSIDE = [
  "@noble/hashes",
  "busboy",
  "cli-progress",
  "cli-table3",
  "commander",
  "csv-stringify",
  "diff",
  "dockerode",
  "drizzle-orm",
  "saxes",
  "tar-stream",
  "yaml",
  "zod",
];
const external = Object.keys(dependencies).filter((name) => !INSIDE.includes(name));

/** CommonJS packages expect these two; dist/ is a module. */
const COMMON_JS = [
  'import { createRequire as createRequireHere } from "node:module";',
  "const require = createRequireHere(import.meta.url);",
  "const __dirname = import.meta.dirname;",
].join("\n");

await build({
  entryPoints: { cli: "evaluator/cli/main.ts", site: "lib/site/main.ts" },
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  banner: { js: COMMON_JS },
  // Compiled helpers of dockerode's SSH: it has the same in JavaScript.
  external: [...external, "*.node", "cpu-features"],
  logLevel: "warning",
});
