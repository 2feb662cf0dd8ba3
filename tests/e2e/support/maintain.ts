import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { type Database, openDatabase } from "@/lib/db/client";
import { rerunIds } from "@/lib/db/queries/audits";
import { evaluationById } from "@/lib/db/queries/evaluations";
import { attempts, auditRuns, evaluations, submissions, testResults } from "@/lib/db/schema";
import type { Outcome } from "@/lib/domain/outcome";
import { claimJob } from "@/lib/services/queue";
import { settleEvaluation } from "@/lib/services/settle";
import { createExperiment } from "@/lib/services/submit";
import { cli, join } from "./accounts";
import { root, site } from "./site";

/** Makes an account, makes it a maintainer by the command line, and is signed in. */
export async function joinAsMaintainer(page: Page): Promise<string> {
  const name = await join(page);
  await cli("maintainer", "add", name);
  return name;
}

function withSiteDatabase<T>(work: (database: Database) => T): T {
  const database = openDatabase(path.join(site.dataDir, "swe-game-bench.sqlite"));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Settles second runs of an audit as a worker does: as the first ones, or as `outcomeOf` says. Gives how many. */
export function settleAudit(
  auditId: string,
  { limit = Number.POSITIVE_INFINITY, other }: { limit?: number; other?: Outcome } = {},
): number {
  return withSiteDatabase((database) => {
    const only = { evaluationIds: rerunIds(database.query, auditId) };
    let settled = 0;
    for (; settled < limit; settled += 1) {
      const workerId = "seeded-worker";
      const job = claimJob(database, { workerId, kinds: ["evaluate"], leaseMs: 60_000, only });
      if (job?.kind !== "evaluate") break;
      const first = firstOutcome(database, job.evaluationId);
      const differs = other !== undefined && settled === 0;
      const outcome = differs ? other : first;
      settleEvaluation(database, job.claim, {
        evaluationId: job.evaluationId,
        grade: { outcome, reason: "The second run ended so.", tests: [], notes: [] },
        durationMs: 10,
        editorMs: 5,
        artifacts: writeLog(job.evaluationId),
        final: true,
      });
      // A limit asks for a second run before it is believed.
      if (evaluationById(database.query, job.evaluationId)?.state !== "settled") settled -= 1;
    }
    return settled;
  });
}

function firstOutcome(database: Database, rerunId: string): Outcome {
  const run = database.query.select().from(auditRuns).where(eq(auditRuns.rerunId, rerunId)).get();
  return (run && evaluationById(database.query, run.evaluationId)?.outcome) ?? "failed";
}

function writeLog(evaluationId: string): string {
  const folder = path.posix.join("evaluations", evaluationId.slice(0, 2), evaluationId, "1");
  mkdirSync(path.join(site.runsDir, folder), { recursive: true });
  writeFileSync(path.join(site.runsDir, folder, "unity.log"), "The log of the second run.\n");
  return folder;
}

/** What only the run of a hidden test can have said: seeded messages, traces and log lines, and these. */
export const HIDDEN = /But was:|Case\.cs:41|COMMAND LINE ARGUMENTS|Assert\.That\(hidden/;

/** Lets a run of a hidden set say something everywhere a run can; gives its evaluation. */
export function addHiddenTraces(of: { experiment: string; instance: string; run: number }): {
  evaluation: string;
} {
  const secret = "Assert.That(hidden.Count, Is.EqualTo(5))";
  return withSiteDatabase(({ query }) => {
    const here = and(
      eq(attempts.experimentId, of.experiment),
      eq(attempts.instanceId, of.instance),
      eq(attempts.runId, of.run),
    );
    const evaluation = query.select().from(attempts).where(here).get()?.evaluationId ?? "";
    const reason = `The expected tests passed, but a suite failed: ${secret}.`;
    query.update(attempts).set({ reason }).where(here).run();
    query
      .update(evaluations)
      .set({ reason, notes: [secret] })
      .where(eq(evaluations.id, evaluation))
      .run();
    const own = { suite: 0, className: "", result: "Passed", expected: false, label: secret } as const;
    query
      .insert(testResults)
      .values({ ...own, evaluationId: evaluation, fullName: secret })
      .run();
    return { evaluation };
  });
}

/** Hands in a submission that waits for a maintainer; gives its experiment's id. */
export function addWaiting(agent: string): string {
  return withSiteDatabase((database) => {
    const made = createExperiment(database, {
      source: "portal",
      fileName: "waiting.jsonl",
      fileSha256: agent,
      identity: { agent, model: "model-small", temperature: null },
      set: "sample",
      k: 1,
      instanceIds: ["sample-packrat-1"],
      official: false,
      datasetHash: "seeded",
      rows: [{ instanceId: "sample-packrat-1", runId: 1, patch: null }],
    });
    if (made.status === "refused") throw new Error("It was not stored.");
    database.query
      .update(submissions)
      .set({ approval: "waiting" })
      .where(eq(submissions.fileSha256, agent))
      .run();
    return made.experimentId;
  });
}

/** Every page of the console as the file system has it, so that a new one cannot be forgotten. */
export function consolePages(ids: { experiments: string; audits: string }): string[] {
  const dir = path.join(root, "app/maintain");
  const files = readdirSync(dir, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => path.basename(file) === "page.tsx")
    .map((file) => {
      const part = path.dirname(file) === "." ? "" : `/${path.dirname(file)}`;
      return `/maintain${part.replace("experiments/[id]", `experiments/${ids.experiments}`).replace("audits/[id]", `audits/${ids.audits}`)}`;
    })
    .sort();
}

/** Every address below `/api` that names an attempt, its experiment or a run's file, as the file system has them. */
export function apiAddresses(of: {
  experiment: string;
  instance: string;
  run: number;
  evaluation: string;
}): string[] {
  const files = readdirSync(path.join(root, "app/api"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => path.basename(file) === "route.ts" && file.includes("[id]"))
    .map((file) =>
      `/api/${path.dirname(file)}`
        .replace("evaluations/[id]", `evaluations/${of.evaluation}`)
        .replace("[id]", of.experiment)
        .replace("[instanceId]", of.instance)
        .replace("[runId]", String(of.run))
        .replace("[name]", "unity.log")
        .replace("[action]", "withdraw"),
    )
    .sort();
}

/** The names of every server action of the console. */
export function consoleActions(): string[] {
  const source = readFileSync(path.join(root, "app/maintain/actions.ts"), "utf8");
  return [...source.matchAll(/^export async function (\w+)/gm)].flatMap((match) => match[1] ?? []);
}

/** A form as the server sends it, ready to be posted without a script. */
export type SentForm = { page: string; label: string; fields: [string, string][] };

/** All forms of a page that a server action answers. */
export async function formsOf(page: Page, address: string): Promise<SentForm[]> {
  const html = await (await page.request.get(address)).text();
  return await page.evaluate(
    ([text, from]) => {
      const document_ = new DOMParser().parseFromString(text ?? "", "text/html");
      return [...document_.querySelectorAll("main form")]
        .map((form) => ({
          page: from ?? "",
          label: form.getAttribute("aria-label") ?? "",
          fields: [...form.querySelectorAll("input, select, textarea")].map((field): [string, string] => [
            field.getAttribute("name") ?? "",
            field.getAttribute("value") ?? "",
          ]),
        }))
        .filter((form) => form.fields.some(([name]) => name.startsWith("$ACTION")));
    },
    [html, address],
  );
}

/** The id of the action behind a form. */
export function actionId(form: SentForm): string {
  const text = form.fields.map(([name, value]) => `${name} ${value}`).join("\n");
  const id = /"id":"([0-9a-f]{20,})"/.exec(text)?.[1] ?? /\$ACTION_ID_([0-9a-f]{20,})/.exec(text)?.[1];
  if (id === undefined) throw new Error(`The form "${form.label}" names no action.`);
  return id;
}

/** Everything that an action of the console could change. */
export function snapshot(): string {
  return withSiteDatabase((database) => {
    const all = (sql: string) => database.connection.prepare(sql).all();
    return JSON.stringify([
      all("select id, state from audits order by id"),
      all("select id, verified, state from experiments where agent not in ('synthetic-running') order by id"),
      all("select id, approval, visibility from submissions order by id"),
      all("select id, kind from changes order by id"),
      all("select id, role, banned from users where username not like 'bystander%' order by id"),
      all("select count(*) from verifications where identifier like 'one-time%'"),
    ]);
  });
}
