import * as z from "zod";
import {
  confirmJsonSchema,
  refusalJsonSchema,
  submissionJsonSchema,
  submissionLineJsonSchema,
  withdrawJsonSchema,
} from "@/lib/domain/submission-api";
import {
  attemptRecordSchema,
  attemptsJsonSchema,
  changeJsonSchema,
  chartJsonSchema,
  comparisonJsonSchema,
  experimentJsonSchema,
  experimentLineJsonSchema,
  instanceJsonSchema,
  instanceLineJsonSchema,
  leaderboardEntryJsonSchema,
  listSchemas,
  meJsonSchema,
  setJsonSchema,
} from "./schemas";

/** What is answered, by its name in the document. */
export const ANSWERS = {
  Set: setJsonSchema,
  Sets: listSchemas.sets,
  LeaderboardEntry: leaderboardEntryJsonSchema,
  Leaderboard: listSchemas.leaderboard,
  Chart: chartJsonSchema,
  Comparison: comparisonJsonSchema,
  ExperimentLine: experimentLineJsonSchema,
  Experiments: listSchemas.experiments,
  Experiment: experimentJsonSchema,
  Attempt: attemptRecordSchema,
  Attempts: attemptsJsonSchema,
  InstanceLine: instanceLineJsonSchema,
  Instances: listSchemas.instances,
  Instance: instanceJsonSchema,
  Change: changeJsonSchema,
  Changes: listSchemas.changes,
  Me: meJsonSchema,
  Submission: submissionJsonSchema,
  SubmissionAnswer: z.object({ submission: submissionJsonSchema }),
  SubmissionLine: submissionLineJsonSchema,
  Submissions: z.object({ submissions: z.array(submissionLineJsonSchema) }),
  Discarded: z.object({ discarded: z.literal(true) }),
  Refusal: refusalJsonSchema,
} as const;

/** What is sent. */
export const BODIES = { Confirm: confirmJsonSchema, Withdraw: withdrawJsonSchema } as const;

export type SchemaName = keyof typeof ANSWERS | keyof typeof BODIES;

export type JsonSchema = { [key: string]: unknown };

/** JSON Schemas (draft 2020-12) of all of them, which refer to each other. */
export function componentSchemas(): Record<string, JsonSchema> {
  return { ...schemasOf(ANSWERS, "output"), ...schemasOf(BODIES, "input") };
}

function schemasOf(schemas: Record<string, z.ZodType>, io: "input" | "output"): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const made = z.toJSONSchema(registry, { io, uri, unrepresentable: "any" }).schemas;
  return Object.fromEntries(
    Object.entries(made).map(([name, { $schema: _, $id: __, ...rest }]) => [name, rest as JsonSchema]),
  );
}
