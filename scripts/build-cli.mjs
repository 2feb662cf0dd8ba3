// Bundles the command line, the worker and the server of the site into dist/, with native and heavy packages left external.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

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
  external: Object.keys(dependencies),
  logLevel: "warning",
});
