import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { attempts, auditRuns, audits, evaluations, submissions } from "@/lib/db/schema";
import { REPORT_NAMES } from "@/lib/domain/links";
import { passAtKDetailsSchema, passAtKReportSchema } from "@/lib/domain/report/schemas";
import { claimJob } from "@/lib/services/queue";
import { settleEvaluation } from "@/lib/services/settle";
import { temporaryDatabase } from "@/tests/support/database";
import { checkAll, grade, planAll, rowsOf, submit } from "@/tests/support/experiments";
import { readContextOf } from "@/tests/support/read";
import { readExperiment } from "./experiment";
import { readExperiments } from "./experiments";
import { readInstances } from "./instances";
import { readReportFile } from "./report-file";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

const context = () => readContextOf(temporary.database, temporary.dir);
const SECRET = "Assert.That(hidden, Is.EqualTo(5))";
let clock = 0;

/** An experiment whose patches pass at the instances that are named, run to its end. */
function evaluated(agent: string, solves: readonly string[], set: "sample" | "golden" = "sample"): string {
  const { database } = temporary;
  const ids = set === "golden" ? ["gold-1", "gold-2"] : ["game-1", "game-2"];
  const id = submit(database, {
    set,
    identity: { agent, model: "m", temperature: null },
    instanceIds: ids,
    rows: rowsOf(
      ids,
      3,
      (instance, run) => `${solves.includes(instance) ? "good" : "bad"} ${agent} ${instance} ${run}`,
    ),
  });
  checkAll(database, id);
  planAll(database, id);
  for (;;) {
    const job = claimJob(database, { workerId: "w", kinds: ["evaluate"], leaseMs: 60_000 });
    if (job?.kind !== "evaluate") return id;
    const row = database.query.select().from(evaluations).where(eq(evaluations.id, job.evaluationId)).get();
    const good = /good|oracle/.test(row?.gradedTree ?? "");
    clock += 10;
    settleEvaluation(database, job.claim, {
      evaluationId: job.evaluationId,
      grade: grade(good ? "passed" : "failed"),
      durationMs: clock,
      editorMs: 5,
      artifacts: null,
    });
  }
}

test("a report tells what hidden tests said to maintainers alone, and nobody of a hidden experiment", () => {
  const { query } = temporary.database;
  const id = evaluated("a", [], "golden");
  query
    .update(attempts)
    .set({ outcome: "crashed", reason: `The editor crashed: ${SECRET}` })
    .where(eq(attempts.experimentId, id))
    .run();
  const read = (reader: Parameters<typeof readReportFile>[2]) =>
    REPORT_NAMES.map((name) => readReportFile(id, name, reader, context()) ?? "");
  for (const reader of [null, { id: "u1", role: "submitter" } as const]) {
    const [report, details] = read(reader);
    expect(passAtKReportSchema.safeParse(JSON.parse(report ?? "")).success).toBe(true);
    const parsed = passAtKDetailsSchema.parse(JSON.parse(details ?? ""));
    expect(parsed.instances.flatMap((one) => one.runs.flatMap((run) => run.tests))).toEqual([]);
    expect(read(reader).join()).not.toContain(SECRET);
  }
  expect(read({ id: "u2", role: "maintainer" }).join()).toContain(SECRET);
  query.update(submissions).set({ visibility: "hidden" }).run();
  expect(read(null)).toEqual(["", "", "", ""]);
});

test("a report has the numbers of the page", () => {
  const id = evaluated("a", ["game-1"]);
  const view = readExperiment(id, null, context());
  const report = JSON.parse(readReportFile(id, "pass_at_k_report.json", null, context()) ?? "");
  expect(report.score).toBe(view?.score?.value);
  expect(report.intervals_95.score).toEqual({ low: view?.score?.low, high: view?.score?.high });
  expect(view?.repositories.map((one) => [one.name, one.solved, one.instances])).toEqual([["Game", 1, 2]]);
});

test("the list of experiments has what everybody may read, page by page", () => {
  const ids = ["a", "b", "c"].map((agent) => evaluated(agent, []));
  const page = (offset: number) => readExperiments({ limit: 2, offset }, context()).rows.map((one) => one.id);
  expect([...page(0), ...page(2)].sort()).toEqual([...ids].sort());
  expect(readExperiments({ agent: "b", limit: 9, offset: 0 }, context())).toMatchObject({ total: 1 });
  temporary.database.query.update(submissions).set({ visibility: "hidden" }).run();
  expect(readExperiments({ limit: 9, offset: 0 }, context())).toEqual({ total: 0, rows: [] });
});

test("an instance tells how it separates systems, how long runs take and how often a second one differs", () => {
  const { query } = temporary.database;
  const strong = evaluated("s1", ["game-1", "game-2"]);
  for (const agent of ["s2", "s3"]) evaluated(agent, ["game-1", "game-2"]);
  for (const agent of ["w1", "w2", "w3"]) evaluated(agent, []);
  const row = () => readInstances("sample", context()).rows.find((one) => one.id === "game-1");
  expect(row()?.measures).toMatchObject({ evaluations: 18, reruns: { compared: 0, different: 0 } });
  expect(row()?.measures.discrimination).toBeCloseTo(1, 12);
  expect(row()?.measures.medianMs).toBeGreaterThan(0);
  const runs = query
    .select()
    .from(evaluations)
    .where(eq(evaluations.instanceId, "game-1"))
    .all()
    .filter((one) => /good s1/.test(one.gradedTree));
  const audit = { id: "audit", experimentId: strong, share: 1, seed: "s", state: "complete" } as const;
  query
    .insert(audits)
    .values({ ...audit, startedBy: "t", createdAt: 1 })
    .run();
  runs.forEach((run, index) => {
    const rerun = { ...run, id: `rerun-${index}`, key: `rerun-${index}` };
    query
      .insert(evaluations)
      .values({ ...rerun, outcome: index === 0 ? "failed" : "passed" })
      .run();
    query
      .insert(auditRuns)
      .values({ auditId: "audit", evaluationId: run.id, rerunId: rerun.id, attempts: 1 })
      .run();
  });
  expect(row()?.measures).toMatchObject({ evaluations: 18, reruns: { compared: 3, different: 1 } });
});
