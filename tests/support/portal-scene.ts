import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { readConfig } from "@/lib/config";
import { users } from "@/lib/db/schema";
import type { Reader } from "@/lib/domain/access";
import { confirmUpload } from "@/lib/services/portal/confirm";
import { readSubmission } from "@/lib/services/portal/read";
import type { Portal } from "@/lib/services/portal/site";
import { type NewUpload, takeUpload } from "@/lib/services/portal/upload";
import { settleEvaluation } from "@/lib/services/settle";
import { temporaryDatabase } from "@/tests/support/database";
import { checkAll, claim, grade, planAll } from "@/tests/support/experiments";
import { readContextOf } from "@/tests/support/read";

export const ALICE: NonNullable<Reader> = { id: "alice", role: "submitter" };
export const BOB: NonNullable<Reader> = { id: "bob", role: "submitter" };
export const MAINTAINER: NonNullable<Reader> = { id: "mia", role: "maintainer" };

/** Made anew before each test. */
export let temporary: ReturnType<typeof temporaryDatabase>;
export let portal: Portal;

/** Every test of the file that calls this has a database, three accounts and a portal of its own. */
export function portalForEachTest(): void {
  beforeEach(begin);
  afterEach(() => temporary.remove());
}

/** The same installation under other settings, from now on. */
export function setUp(env: Record<string, string>): void {
  portal = portalWith(env);
}

function begin(): void {
  temporary = temporaryDatabase();
  for (const { id, role } of [ALICE, BOB, MAINTAINER]) {
    temporary.database.query
      .insert(users)
      .values({ id, role, name: id, email: `${id}@example.org` })
      .run();
  }
  portal = portalWith({});
}

export function portalWith(env: Record<string, string>): Portal {
  const { database, dir } = temporary;
  const config = readConfig({
    SWE_GAME_BENCH_RUNS_DIR: path.join(dir, "runs"),
    SWE_GAME_BENCH_UPLOAD_FREE_MB: "0",
    ...env,
  });
  return { config, database, benchmark: readContextOf(database, dir).benchmark };
}

export const context = () => ({ ...readContextOf(temporary.database, temporary.dir), config: portal.config });

type RowChange = Record<string, unknown>;

/** A whole predictions file for the two instances of the sample set in the tests. */
export function fileOf(
  patch: (id: string, run: number) => string | null = (id, run) => `good ${id} ${run}`,
  more: RowChange = {},
): Buffer {
  const rows = ["game-1", "game-2"].flatMap((id) =>
    Array.from({ length: 10 }, (_, index) => ({
      instance_id: id,
      run_id: index + 1,
      agent: "agent-a",
      model: "model-x",
      model_patch: patch(id, index + 1),
      ...more,
    })),
  );
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

export async function* pieces(data: Buffer, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}

export async function send(data: Buffer, change: Partial<NewUpload> & { on?: Portal } = {}) {
  const { on = portal, ...rest } = change;
  const source = { body: pieces(data), length: data.length };
  const base = { userId: ALICE.id, set: "sample", fileName: "predictions.jsonl", source } as const;
  return await takeUpload(on, { ...base, ...rest });
}

export async function uploaded(
  data: Buffer = fileOf(),
  change: Parameters<typeof send>[1] = {},
): Promise<string> {
  const result = await send(data, change);
  if (result.status !== "uploaded") throw new Error(result.message);
  return result.uploadId;
}

export function confirm(id: string, reader: Reader = ALICE, on = portal) {
  return confirmUpload(on, id, { reader, about: {} });
}

export const view = (id: string, reader: Reader = ALICE) => {
  const found = readSubmission(id, reader, context());
  if (found === null) throw new Error("It is not there.");
  return found;
};
export const experimentOf = (id: string) => view(id).experiment?.id ?? "";

/** Does all the work that waits for an experiment. */
export function finish(experimentId: string): void {
  checkAll(temporary.database, experimentId);
  planAll(temporary.database, experimentId);
  finishRuns();
}

/** Settles every run that waits, two seconds each. */
export function finishRuns(): void {
  for (;;) {
    let job: ReturnType<typeof claim>;
    try {
      job = claim(temporary.database, "evaluate");
    } catch {
      return;
    }
    if (job.kind !== "evaluate") return;
    const { evaluationId } = job;
    const row = temporary.database.query.query.evaluations
      .findFirst({ where: (one, { eq: is }) => is(one.id, evaluationId) })
      .sync();
    const outcome = row?.role === "base" ? "failed" : "passed";
    settleEvaluation(temporary.database, job.claim, {
      evaluationId,
      grade: grade(outcome),
      durationMs: 2000,
      editorMs: 9,
      artifacts: null,
    });
  }
}
