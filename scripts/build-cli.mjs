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
  "lru-cache",
  "negotiator",
  "pino",
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

/**
 * Parts of dockerode that few need and that are most of its code: SSH, whose WebAssembly also fails where address space
 * is limited, and BuildKit's sessions. Each exports one function; that is made to load the part, from the installed
 * package, when it is called.
 */
const LAZY = /^\.\/(ssh|session)$/;
const lazyParts = {
  name: "lazy parts of dockerode",
  setup(build) {
    build.onResolve({ filter: LAZY }, ({ path: name, importer }) => {
      const [, owner] = /node_modules\/(docker-modem|dockerode)\//.exec(importer) ?? [];
      return owner && { path: `${owner}/lib/${name.slice(2)}.js`, namespace: "lazy" };
    });
    build.onLoad({ filter: /.*/, namespace: "lazy" }, ({ path: part }) => ({
      // Under another name, so that the bundler does not follow it.
      contents: `
        const load = require;
        module.exports = (...args) =>
          load("node:module").createRequire(load.resolve("dockerode"))(${JSON.stringify(part)})(...args);`,
    }));
  },
};

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
  // Much of a command's start is reading its code; names are kept for traces.
  minifyWhitespace: true,
  minifySyntax: true,
  banner: { js: COMMON_JS },
  // Compiled helpers of dockerode's SSH: it has the same in JavaScript.
  external: [...external, "*.node", "cpu-features"],
  plugins: [lazyParts],
  logLevel: "warning",
});
