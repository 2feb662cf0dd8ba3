import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attempts, evaluations, experiments, submissions, users } from "@/lib/db/schema";
import { startAudit } from "@/lib/services/audit/start";
import { collectLostWorkers, registerWorker, unregisterWorker } from "@/lib/services/workers";
import { temporaryDatabase } from "@/tests/support/database";
import { evaluatedExperiment, settleQueue, usualOutcome } from "@/tests/support/evaluated";
import { rowsOf } from "@/tests/support/experiments";
import { readContextOf } from "@/tests/support/read";
import { addAccount } from "../account/users";
import { changeBlock, changeRole, readAccounts, resetPassword } from "./accounts";
import { readApprovals } from "./approvals";
import { artifactLinks, readArtifact } from "./artifacts";
import { readAudit } from "./audits";
import { readEvents } from "./events";
import { readDesk, readMaintained } from "./experiments";
import { readFlags } from "./flags";
import { healthOf, readOverview } from "./overview";
import { nearnessOf } from "./similarity";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

const db = () => temporary.database;
const context = () => readContextOf(db(), temporary.dir);
const actor = { id: "cli", name: "cli" };

function account(name: string): string {
  const person = { email: `${name}@example.org`, username: name, name };
  const user = addAccount(db(), person, { actor: "cli", now: Date.now() });
  if (!user) throw new Error("The account is there.");
  return user.id;
}

describe("workers", () => {
  const NOW = 1_000_000_000;
  const worker = { host: "h", pid: 1, processMark: "", canEvaluate: true, sandboxNote: "fake" };

  test("are told apart by their signs of life", () => {
    const signs = { stoppedAt: null, heartbeatAt: NOW, lost: false, busy: false };
    expect(healthOf(signs, NOW)).toBe("idle");
    expect(healthOf({ ...signs, busy: true }, NOW)).toBe("working");
    expect(healthOf({ ...signs, busy: true }, NOW + 60_000)).toBe("silent");
    expect(healthOf({ ...signs, stoppedAt: NOW }, NOW)).toBe("stopped");
    expect(healthOf({ ...signs, stoppedAt: NOW, lost: true }, NOW)).toBe("lost");
  });

  test("are listed with what they run, the ended ones of a day ago no more", () => {
    for (const id of ["a", "b", "c", "d"]) registerWorker(db(), { ...worker, id }, NOW);
    unregisterWorker(db(), "b", true, NOW);
    collectLostWorkers(db(), (row) => row.id === "c", NOW);
    unregisterWorker(db(), "d", true, NOW);
    const id = evaluatedExperiment(db());
    startAudit(db(), { experimentId: id, share: 1, actor });
    const health = () => readOverview(db().query, NOW).workers.map((one) => [one.id, one.health]);
    expect(health().slice(0, 1)).toEqual([["a", "idle"]]);
    expect(Object.fromEntries(health())).toEqual({ a: "idle", b: "stopped", c: "lost", d: "stopped" });
    const later = readOverview(db().query, NOW + 30 * 3_600_000);
    expect(later.workers.map((one) => [one.id, one.health])).toEqual([["a", "silent"]]);
    expect(later.queue.counts).toEqual([{ kind: "evaluate", blocked: 0, queued: 4, claimed: 0, audit: 4 }]);
    expect(later.auditsRunning).toBe(1);
  });
});

describe("nearness to the fix", () => {
  const FIX = [...Array.from({ length: 9 }, (_, index) => `fix line ${index};`)];
  const patch = (lines: readonly string[]) =>
    `--- a/Assets/Fixed.cs\n+++ b/Assets/Fixed.cs\n@@ -1,1 +1,${lines.length + 1} @@\n context\n${lines.map((line) => `+${line}`).join("\n")}\n`;

  function experiment(): string {
    mkdirSync(path.join(temporary.dir, "oracle_patches"), { recursive: true });
    writeFileSync(path.join(temporary.dir, "oracle_patches/game-1.patch"), patch(FIX));
    const texts = ["oracle", patch(FIX), patch([...FIX, "one more;"]), patch(["other;"]), ""];
    const rows = rowsOf(["game-1"], 5, (_id, run) => texts[run - 1] ?? null);
    return evaluatedExperiment(db(), { instanceIds: ["game-1"], k: 5, rows, official: false });
  }

  test("is told by tree and by lines, over the patches that applied", () => {
    const id = experiment();
    expect(nearnessOf(context(), id).map((one) => [one.runId, one.nearness])).toEqual([
      [1, "same"],
      [2, "same"],
      [3, "near"],
      [4, "other"],
      [5, "other"],
    ]);
    expect(readDesk(context(), id)?.near).toEqual([
      { instanceId: "game-1", fixLines: 9, same: [1, 2], near: [3] },
    ]);
  });

  test("holds no line of the fix", () => {
    const id = experiment();
    const everything = JSON.stringify([
      readDesk(context(), id),
      readMaintained(context(), 1),
      nearnessOf(context(), id),
    ]);
    expect(everything).not.toContain("fix line");
    expect(everything).toContain('"near":1');
  });

  test("of an instance without a known fix is not counted", () => {
    const id = evaluatedExperiment(db());
    expect(readDesk(context(), id)?.similarity).toMatchObject({ attempts: 0 });
  });
});

describe("flags", () => {
  const flag = (rule: "process-or-files" | "binary", line: string) => ({
    rule,
    path: "A.cs",
    message: "It does.",
    line,
  });

  test("are listed with their lines, by rule and by experiment, and page without a gap", () => {
    const id = evaluatedExperiment(db());
    const other = evaluatedExperiment(db(), { identity: { agent: "b", model: "m", temperature: null } });
    const rows = db().query.select().from(attempts).orderBy(attempts.id).all();
    for (const [index, row] of rows.entries()) {
      const flags = [
        flag("process-or-files", `line ${index}`),
        ...(index === 0 ? [flag("binary", "b")] : []),
      ];
      db().query.update(attempts).set({ flags }).where(eq(attempts.id, row.id)).run();
    }
    const all = readFlags(db().query, {});
    expect(all.entries).toHaveLength(12);
    expect(all.rules).toEqual([
      { rule: "process-or-files", count: 12 },
      { rule: "binary", count: 1 },
    ]);
    expect(all.entries.at(-1)?.flags.map((one) => one.line)).toEqual(["line 0", "b"]);
    const binary = readFlags(db().query, { rule: "binary" });
    expect(binary.entries.map((one) => one.flags.map((each) => each.line))).toEqual([["b"]]);
    expect(readFlags(db().query, { experimentId: other }).entries).toHaveLength(6);
    const rest = readFlags(db().query, { before: all.entries[4]?.attemptId ?? 0 });
    expect(rest.entries).toHaveLength(7);
    db().query.update(experiments).set({ current: false }).where(eq(experiments.id, id)).run();
    expect(readFlags(db().query, {}).entries).toHaveLength(6);
  });
});

describe("an audit's page", () => {
  test("puts what is odd first and links the files of both runs, and of nothing else", () => {
    const id = evaluatedExperiment(db());
    const started = startAudit(db(), { experimentId: id, share: 1, actor });
    if (started.status !== "started") throw new Error(started.message);
    settleQueue(db(), (row) =>
      row.gradedTree === "tree good" && row.instanceId === "game-2" ? "crashed" : usualOutcome(row),
    );
    const odd = db().query.select().from(evaluations).where(eq(evaluations.outcome, "crashed")).get();
    for (const row of db().query.select().from(evaluations).all()) {
      const folder = path.join(temporary.dir, "runs", row.artifacts ?? "none");
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, "unity.log"), `log of ${row.id}\n`);
      writeFileSync(path.join(folder, "secret.key"), "no");
    }
    const view = readAudit(context(), started.auditId);
    expect(view?.list.map((run) => run.state)).toEqual(["disagreed", "agreed", "agreed", "agreed"]);
    const [first] = view?.list ?? [];
    expect([first?.first.outcome, first?.second.outcome]).toEqual(["passed", "crashed"]);
    expect(first?.second.files).toEqual([
      { name: "unity.log", href: `/api/maintain/evaluations/${odd?.id}/unity.log` },
    ]);
    expect(view?.list.slice(1).flatMap((run) => [...run.first.files, ...run.second.files])).toEqual([]);
    expect(readAudit(context(), "none")).toBeNull();
  });
});

test("a run's files are read from its own folder alone, never through a link or a pipe", () => {
  evaluatedExperiment(db());
  const row = db().query.select().from(evaluations).get();
  const folder = path.join(temporary.dir, "runs", "evaluations", row?.id ?? "");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(temporary.dir, "outside.log"), "secret of the host\n");
  writeFileSync(path.join(folder, "unity.log"), "own\n");
  symlinkSync(path.join(temporary.dir, "outside.log"), path.join(folder, "link.log"));
  mkdirSync(path.join(folder, "folder.log"));
  const read = (name: string) => readArtifact(context(), row?.id ?? "", name);
  expect(Buffer.from(read("unity.log") ?? []).toString()).toBe("own\n");
  for (const name of [
    "link.log",
    "folder.log",
    "../../outside.log",
    "none.log",
    "unity.log/",
    ".",
    "unity.key",
  ])
    expect(read(name), name).toBeNull();
  expect(readArtifact(context(), "none", "unity.log")).toBeNull();
  expect(artifactLinks(context(), "x", "..")).toEqual([]);
  expect(artifactLinks(context(), "x", "evaluations/none")).toEqual([]);
});

test("submissions that wait are listed until somebody has decided, with how many of their patches apply", () => {
  const id = evaluatedExperiment(db());
  expect(readApprovals(db().query)).toEqual([]);
  db().query.update(submissions).set({ approval: "waiting" }).run();
  expect(readApprovals(db().query)).toMatchObject([{ id, attempts: 6, applied: 6, by: "the command line" }]);
  db().query.update(experiments).set({ state: "cancelled" }).run();
  expect(readApprovals(db().query)).toEqual([]);
});

describe("the log of events", () => {
  test("names accounts, and is narrowed by what, who and about which", () => {
    const userId = account("ada");
    const id = evaluatedExperiment(db());
    changeRole(db(), userId, "maintainer", { actorId: userId });
    const all = readEvents(db().query, {});
    expect(all.kinds).toEqual(
      expect.arrayContaining(["account.role", "experiment.created", "gate.recorded"]),
    );
    const [role] = readEvents(db().query, { kind: "account.role" }).entries;
    expect(role).toMatchObject({ actor: "ada", subject: "ada", actorId: userId });
    expect(readEvents(db().query, { actor: "ada" }).entries).toHaveLength(1);
    const about = readEvents(db().query, { subject: id }).entries;
    expect(about.map((one) => one.kind)).toContain("experiment.finished");
    expect(about[0]?.subjectHref).toBe(`/experiments/${id}`);
    const before = all.entries[1]?.id ?? 0;
    expect(readEvents(db().query, { before }).entries[0]?.id).toBeLessThan(before);
  });
});

describe("accounts", () => {
  const role = (id: string) => db().query.select().from(users).where(eq(users.id, id)).get()?.role;

  test("are found by a part of a name or address, where % and _ are letters", () => {
    account("ada");
    account("bob_b");
    const names = (search: string) =>
      readAccounts(db().query, { search, page: 1 }).accounts.map((one) => one.name);
    expect(names("BOB")).toEqual(["bob_b"]);
    expect(names("_b@")).toEqual(["bob_b"]);
    expect(names("%")).toEqual([]);
    expect(readAccounts(db().query, { page: 99 })).toMatchObject({ total: 2, page: 1, pages: 1 });
  });

  test("the last maintainer stays one, and nobody blocks themselves", () => {
    const ada = account("ada");
    const bob = account("bob");
    const by = { actorId: ada };
    expect(changeRole(db(), ada, "maintainer", by)).toEqual({ status: "done" });
    expect(changeRole(db(), ada, "submitter", by)).toMatchObject({ status: "refused" });
    expect(role(ada)).toBe("maintainer");
    changeRole(db(), bob, "maintainer", by);
    changeBlock(db(), bob, { blocked: true, reason: "test" }, by);
    // A blocked maintainer can do nothing, so ada is the last one still.
    expect(changeRole(db(), ada, "submitter", by)).toMatchObject({ status: "refused" });
    changeBlock(db(), bob, { blocked: false, reason: null }, by);
    expect(changeBlock(db(), ada, { blocked: true, reason: null }, by)).toMatchObject({ status: "refused" });
    expect(changeRole(db(), ada, "submitter", by)).toEqual({ status: "done" });
  });

  test("a password is replaced by one that works once; an account that is not there is told", () => {
    const result = resetPassword(db(), account("ada"), { actorId: "cli" });
    expect(result).toMatchObject({ status: "done", password: expect.stringMatching(/^[2-9a-z-]{24}$/) });
    expect(resetPassword(db(), "none", { actorId: "cli" })).toMatchObject({ status: "refused" });
    expect(changeRole(db(), "none", "maintainer", { actorId: "cli" })).toMatchObject({ status: "refused" });
  });
});
