import { REPORT_NAMES } from "@/lib/domain/links";
import type { SchemaName } from "./components";
import type { QueryName } from "./queries";

export const TAGS = {
  data: "Results, instances and corrections: open to everybody, as JSON or CSV.",
  files: "Files of one attempt, as they were handed in or left by its run.",
  submissions: "Your own submissions: with an API key, or with a session from a page of this site.",
} as const;
export type Tag = keyof typeof TAGS;

type Answer = {
  description: string;
  /** Of the JSON; an answer without one is another kind of file. */
  schema?: SchemaName;
  type?: string;
  csv?: boolean;
};

export type Endpoint = {
  method: "get" | "post" | "delete";
  path: string;
  tag: Tag;
  summary: string;
  note?: string;
  query?: QueryName;
  body?: { schema?: SchemaName; types: readonly string[]; description: string };
  answers: Readonly<Record<string, Answer>>;
  /** public: nobody is asked for; reader: an account sees its own hidden things too; account: needs one. */
  access: "public" | "reader" | "account";
};

const read = (
  path: string,
  summary: string,
  more: { schema: SchemaName; query?: QueryName; note?: string; access?: "public" | "reader" },
): Endpoint => ({
  method: "get",
  path,
  tag: "data",
  summary,
  access: more.access ?? "public",
  query: more.query ?? "plain",
  ...(more.note === undefined ? {} : { note: more.note }),
  answers: { 200: { description: summary, schema: more.schema, csv: true } },
});

const ONE = "/api/v1/submissions/{id}";
const submission = {
  200: { description: "The submission as it is now.", schema: "SubmissionAnswer" },
} as const;

const act = (
  action: string,
  summary: string,
  body: NonNullable<Endpoint["body"]> = { types: ["application/json"], description: "Nothing, or {}." },
): Endpoint => ({
  method: "post",
  path: `${ONE}/${action}`,
  tag: "submissions",
  summary,
  body,
  answers: submission,
  access: "account",
});

const json = (schema: SchemaName, description: string) => ({
  schema,
  types: ["application/json"],
  description,
});

/** Every address of the API. A test looks for the file behind each, and for each file here. */
export const ENDPOINTS: readonly Endpoint[] = [
  read("/api/v1/sets", "The sets, and what stands behind each", { schema: "Sets" }),
  read("/api/v1/leaderboard", "Ranked systems of a set or of all", {
    schema: "Leaderboard",
    query: "leaderboard",
    note: "Rows come by set and then by rank, or as sort says. Ranks and ties are those of the page; what leaves rows out changes none.",
  }),
  read("/api/v1/charts", "The numbers of one chart, for the systems that are asked for", {
    schema: "Chart",
    query: "charts",
    note: "Complete systems alone: others have no Score. 404 where none is left to draw.",
  }),
  read("/api/v1/compare", "Two to six systems of one set against each other", {
    schema: "Comparison",
    query: "compare",
    note: "As CSV one line an instance and system, or one a pair.",
  }),
  read("/api/v1/experiments", "Every public submission, the newest first", {
    schema: "Experiments",
    query: "experiments",
    note: "Earlier submissions, smoke tests and withdrawn ones are among them, and say so.",
  }),
  read("/api/v1/experiments/{id}", "One experiment with its metrics and where they come from", {
    schema: "Experiment",
    access: "reader",
    note: "As CSV one line a metric.",
  }),
  read("/api/v1/experiments/{id}/attempts", "Every attempt of an experiment", {
    schema: "Attempts",
    access: "reader",
  }),
  {
    method: "get",
    path: "/api/v1/experiments/{id}/reports/{name}",
    tag: "data",
    summary: "A report as the command line writes it",
    note: `name is one of ${REPORT_NAMES.join(", ")}. Their JSON Schemas are below /schemas. What hidden tests said is left out where the page leaves it out.`,
    answers: { 200: { description: "The file.", type: "application/json", csv: true } },
    access: "reader",
  },
  read("/api/v1/instances", "The instances, and how systems do at them", {
    schema: "Instances",
    query: "bySet",
  }),
  read("/api/v1/instances/{id}", "One instance with every attempt at it", {
    schema: "Instance",
    note: "Hidden tests, the real fix and the names of its files are in no answer.",
  }),
  read("/api/v1/changes", "Corrections: what changed a published result", {
    schema: "Changes",
    query: "changes",
  }),
  {
    method: "get",
    path: "/api/v1/openapi.json",
    tag: "data",
    summary: "This document",
    answers: { 200: { description: "OpenAPI 3.1.", type: "application/json" } },
    access: "public",
  },
  ...(["patch", "log"] as const).map(
    (file): Endpoint => ({
      method: "get",
      path: `/api/experiments/{id}/{instanceId}/{runId}/${file}`,
      tag: "files",
      summary: file === "patch" ? "The patch, byte for byte" : "The editor's log, where it is public",
      answers: { 200: { description: "The file.", type: "text/plain" } },
      access: "reader",
    }),
  ),
  {
    method: "get",
    path: "/api/v1/me",
    tag: "submissions",
    summary: "Whom a key or a session speaks for",
    answers: { 200: { description: "The account.", schema: "Me" } },
    access: "account",
  },
  {
    method: "get",
    path: "/api/v1/submissions",
    tag: "submissions",
    summary: "Your submissions, the latest first",
    answers: { 200: { description: "A line a submission.", schema: "Submissions" } },
    access: "account",
  },
  {
    method: "post",
    path: "/api/v1/submissions",
    tag: "submissions",
    summary: "Takes a predictions file and begins a dry run",
    note: "Nothing is queued before it is confirmed.",
    query: "upload",
    body: {
      types: ["application/x-ndjson", "application/octet-stream", "multipart/form-data"],
      description: "The file, plain or as gzip; or a form with the fields set and then file.",
    },
    answers: {
      200: { description: "Known before: the same file of the same account.", schema: "SubmissionAnswer" },
      201: { description: "New; Location names it.", schema: "SubmissionAnswer" },
    },
    access: "account",
  },
  {
    method: "get",
    path: ONE,
    tag: "submissions",
    summary: "A submission: its problems, its preview, or how far it is",
    answers: submission,
    access: "account",
  },
  {
    method: "delete",
    path: ONE,
    tag: "submissions",
    summary: "Discards a dry run or a wrong file",
    answers: { 200: { description: "It is gone.", schema: "Discarded" } },
    access: "account",
  },
  act(
    "confirm",
    "Submits a dry run",
    json("Confirm", "What to tell beside the numbers; every field may be left out."),
  ),
  act("cancel", "Stops what has not run"),
  act(
    "withdraw",
    "Takes a submission off the leaderboard for good",
    json("Withdraw", "The reason, told to everybody."),
  ),
  act("hide", "Hides it from everybody else"),
  act("show", "Shows it to everybody"),
  act("rerun", "Runs again what a failure of ours or a cancellation left"),
  {
    method: "get",
    path: `${ONE}/events`,
    tag: "submissions",
    summary: "News of a submission as server-sent events",
    note: "An event named progress with the submission as its data whenever something changed. Last-Event-ID goes on where a connection broke; 204 when nothing will change any more.",
    answers: {
      200: { description: "A stream.", type: "text/event-stream" },
      204: { description: "Nothing will change any more." },
    },
    access: "account",
  },
];
