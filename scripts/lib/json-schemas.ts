import * as z from "zod";
import { evaluationSummarySchema } from "@/evaluator/summary-schema";
import { instanceSchema, reposSchema } from "@/lib/domain/instance";
import { predictionRowSchema } from "@/lib/domain/predictions/row-fields";
import {
  configurationSchema,
  leaderboardSchema,
  passAtKDetailsSchema,
  passAtKReportSchema,
} from "@/lib/domain/report/schemas";

/** Every documented file, by the name of its JSON Schema; `reads` are files that we take, the rest we write. */
const FILES: Record<string, { schema: z.ZodType; title: string; reads?: true }> = {
  pass_at_k_report: { schema: passAtKReportSchema, title: "pass_at_k_report.json" },
  pass_at_k_details: { schema: passAtKDetailsSchema, title: "pass_at_k_details.json" },
  configuration: { schema: configurationSchema, title: "reports/<set>/<configuration>/leaderboard.json" },
  leaderboard: { schema: leaderboardSchema, title: "leaderboard.json" },
  summary: { schema: evaluationSummarySchema, title: "summary.json of one evaluation" },
  prediction: { schema: predictionRowSchema, title: "one line of a predictions file", reads: true },
  instances: { schema: z.array(instanceSchema), title: "instances.json", reads: true },
  repos: { schema: reposSchema, title: "repos.yaml", reads: true },
};

/** The JSON Schemas (draft 2020-12) of all documented files, made from the zod schemas that the code uses. */
export function jsonSchemas(): Map<string, string> {
  const made = Object.entries(FILES).map(([name, { schema, title, reads }]) => {
    // What zod checks beyond JSON Schema (refinements) is left out: the file then says less, never more.
    const json = z.toJSONSchema(schema, { io: reads ? "input" : "output", unrepresentable: "any" });
    const { $schema, ...rest } = json;
    return [`${name}.schema.json`, `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`] as const;
  });
  return new Map(made);
}
