/** Imports run one way (docs/architecture.md). Each rule names what a room may not import. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from, pathNot: "\\.test\\.tsx?$" },
  to: { path: "^(app|components|lib|evaluator|benchmark|scripts|tests)/", pathNot: allowed },
});

module.exports = {
  forbidden: [
    only("app", "^app/", "^(app|components|lib/services|lib/auth|lib/domain|lib/config|lib/log)"),
    only("components", "^components/", "^(components|lib/domain)/"),
    only("domain-is-pure", "^lib/domain/", "^lib/domain/"),
    only("dataset-reader", "^lib/benchmark/", "^lib/(benchmark/|domain/|config|log)"),
    only("database", "^lib/db/", "^lib/(db/|domain/|config|log)"),
    only("services", "^lib/services/", "^lib/(services/|db/|benchmark/|domain/|auth/|config|log)"),
    only("site-server", "^lib/site/", "^lib/(site/|db/|auth/|config|log)"),
    only("auth", "^lib/auth/", "^lib/(auth/|db/|domain/|config|log)"),
    only(
      "evaluator-core",
      "^evaluator/(?!worker/|cli/)",
      "^(evaluator/(?!worker/|cli/)|lib/(domain/|benchmark/|config|log))",
    ),
    only("composition-roots", "^evaluator/(worker|cli)/", "^(evaluator|lib)/"),
    {
      name: "domain-libraries",
      severity: "error",
      comment: "lib/domain is pure: schemas, the XML parser, CSV text and a hash, nothing that does I/O",
      from: { path: "^lib/domain/", pathNot: "\\.test\\.ts$" },
      to: {
        dependencyTypes: ["npm", "core"],
        pathNot: "node_modules/(zod|saxes|csv-stringify|@noble/hashes)/",
      },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
