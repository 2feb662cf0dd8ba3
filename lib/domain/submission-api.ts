import * as z from "zod";
import { BENCHMARK_SETS } from "./instance";
import { submissionAboutSchema } from "./portal";
import type { SubmissionDetail, SubmissionLine, SubmissionView } from "./submission-view";

/** The JSON of `/api/v1/submissions`: snake case, as every documented file. */

const problem = z.object({
  severity: z.enum(["error", "warning"]),
  line: z.number().optional(),
  field: z.string().optional(),
  instance_id: z.string().optional(),
  message: z.string(),
  mend: z.string().optional(),
});

const moment = z.iso.datetime();

const quota = z.object({
  limit: z.number(),
  used: z.number(),
  left: z.number(),
  resets_at: moment,
});

const check = z.object({
  instance_id: z.string(),
  run_id: z.number(),
  status: z.string(),
  reason: z.string().nullable(),
  hints: z.array(z.string()),
  touched: z.array(z.string()),
});

const cell = z.object({
  instance_id: z.string(),
  run_id: z.number(),
  state: z.string(),
  outcome: z.string().nullable(),
});

const experiment = z.object({
  id: z.string(),
  agent: z.string(),
  model: z.string(),
  temperature: z.string().nullable(),
  k: z.number(),
  instances: z.number(),
  official: z.boolean(),
  current: z.boolean(),
  visibility: z.enum(["public", "hidden"]),
  approval: z.string(),
  approval_note: z.string().nullable(),
  about: z.record(z.string(), z.unknown()),
  submitted_at: moment.nullable(),
  finished_at: moment.nullable(),
  checks: z.object({ unchecked: z.number(), applies: z.number(), problems: z.number() }),
  progress: z.object({
    attempts: z.object({
      total: z.number(),
      unchecked: z.number(),
      done: z.number(),
      infra_errors: z.number(),
    }),
    runs: z.object({ total: z.number(), settled: z.number(), running: z.number() }),
    jobs_before: z.number().nullable(),
    seconds_left: z.number().nullable(),
  }),
  told: z.object({
    attempts: z.number(),
    cost_usd: z.number(),
    input_tokens: z.number(),
    output_tokens: z.number(),
  }),
});

export const submissionJsonSchema = z.object({
  id: z.string(),
  set: z.enum(BENCHMARK_SETS),
  state: z.string(),
  version: z.string(),
  file_name: z.string(),
  file_sha256: z.string(),
  bytes: z.number(),
  rows: z.number(),
  created_at: moment,
  expires_at: moment.nullable(),
  problems: z.array(problem),
  errors: z.number(),
  warnings: z.number(),
  experiment: experiment.nullable(),
  actions: z.array(z.string()),
  quota: quota.nullable(),
  attempts: z.array(cell).optional(),
  checks: z.array(check).optional(),
  funnel: z.array(z.object({ step: z.string(), attempts: z.number(), instances: z.number() })).optional(),
});
export type SubmissionJson = z.infer<typeof submissionJsonSchema>;

/** One line of the list of somebody's submissions. */
export const submissionLineJsonSchema = z.object({
  id: z.string(),
  set: z.enum(BENCHMARK_SETS),
  state: z.string(),
  file_name: z.string(),
  errors: z.number(),
  experiment_id: z.string().nullable(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
  temperature: z.string().nullable(),
  visibility: z.enum(["public", "hidden"]),
  attempts: z.object({ done: z.number(), total: z.number() }),
  created_at: moment,
});

/** What every refusal of the API looks like. */
export const refusalJsonSchema = z.object({
  error: z.object({
    message: z.string(),
    mend: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
});

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));

export function submissionJson(view: SubmissionView, detail?: SubmissionDetail | null): SubmissionJson {
  return {
    id: view.id,
    set: view.set,
    state: view.state,
    version: view.version,
    file_name: view.fileName,
    file_sha256: view.fileSha256,
    bytes: view.bytes,
    rows: view.rows,
    created_at: iso(view.createdAt),
    expires_at: isoOrNull(view.expiresAt),
    problems: view.problems.map(({ instanceId, ...rest }) => ({
      ...rest,
      ...(instanceId === undefined ? {} : { instance_id: instanceId }),
    })),
    errors: view.errors,
    warnings: view.warnings,
    experiment: experimentJson(view),
    actions: Object.entries(view.actions).flatMap(([name, may]) => (may ? [name] : [])),
    quota: quotaJson(view),
    ...(detail ? detailJson(detail) : {}),
  };
}

function quotaJson({ quota: own }: SubmissionView): SubmissionJson["quota"] {
  return own && { limit: own.limit, used: own.used, left: own.left, resets_at: iso(own.resetsAt) };
}

function experimentJson({ experiment: one }: SubmissionView): SubmissionJson["experiment"] {
  if (one === null) return null;
  const { attempts, runs, jobsBefore, secondsLeft } = one.progress;
  return {
    id: one.id,
    agent: one.agent,
    model: one.model,
    temperature: one.temperature,
    k: one.k,
    instances: one.instances,
    official: one.official,
    current: one.current,
    visibility: one.facts.visibility,
    approval: one.facts.approval,
    approval_note: one.approvalNote,
    about: aboutJson(one.facts.about),
    submitted_at: isoOrNull(one.confirmedAt),
    finished_at: isoOrNull(one.finishedAt),
    checks: one.checks,
    progress: {
      attempts: {
        total: attempts.total,
        unchecked: attempts.unchecked,
        done: attempts.done,
        infra_errors: attempts.infra,
      },
      runs,
      jobs_before: jobsBefore,
      seconds_left: secondsLeft,
    },
    told: {
      attempts: one.usage.attempts,
      cost_usd: one.usage.costUsd,
      input_tokens: one.usage.inputTokens,
      output_tokens: one.usage.outputTokens,
    },
  };
}

function detailJson({ grid, funnel, checks }: SubmissionDetail) {
  return {
    attempts: grid.flatMap((row) =>
      row.cells.map(({ runId, state, outcome }) => ({ instance_id: row.id, run_id: runId, state, outcome })),
    ),
    checks: checks.map(({ instanceId, runId, ...rest }) => ({
      instance_id: instanceId,
      run_id: runId,
      ...rest,
    })),
    funnel: funnel.map(({ label, attempts, instances }) => ({ step: label, attempts, instances })),
  };
}

export function lineJson(line: SubmissionLine): z.infer<typeof submissionLineJsonSchema> {
  const { id, set, state, errors, experimentId, system, visibility, attempts } = line;
  return {
    id,
    set,
    state,
    file_name: line.fileName,
    errors,
    experiment_id: experimentId,
    agent: system?.agent ?? null,
    model: system?.model ?? null,
    temperature: system?.temperature ?? null,
    visibility,
    attempts,
    created_at: iso(line.createdAt),
  };
}

function aboutJson({ logsUrl, openSource, ...rest }: z.infer<typeof submissionAboutSchema>) {
  return {
    ...rest,
    ...(logsUrl === undefined ? {} : { logs_url: logsUrl }),
    ...(openSource === undefined ? {} : { open_source: openSource }),
  };
}

const emptyIsNone = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;
const fields = submissionAboutSchema.shape;

/** What confirming may tell; an empty text tells nothing. */
export const confirmJsonSchema = z
  .strictObject({
    organisation: z.preprocess(emptyIsNone, fields.organisation),
    link: z.preprocess(emptyIsNone, fields.link),
    description: z.preprocess(emptyIsNone, fields.description),
    logs_url: z.preprocess(emptyIsNone, fields.logsUrl),
    open_source: fields.openSource,
    visibility: z.enum(["public", "hidden"]).optional(),
  })
  .transform(({ visibility, logs_url, open_source, ...rest }) => ({
    visibility: visibility ?? ("public" as const),
    about: submissionAboutSchema.parse(
      Object.fromEntries(
        Object.entries({ ...rest, logsUrl: logs_url, openSource: open_source }).filter(
          ([, value]) => value !== undefined,
        ),
      ),
    ),
  }));

/** Why a submission is withdrawn: told to everybody. */
export const withdrawJsonSchema = z.strictObject({ reason: z.string().trim().max(500).optional() });
