import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { SaxesParser } from "saxes";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadBenchmark } from "@/lib/benchmark/load";
import { attempts, changes, experiments, submissions } from "@/lib/db/schema";
import { atomFeed } from "@/lib/domain/atom";
import { verifyExperiment } from "@/lib/services/audit/verify";
import { requestGate } from "@/lib/services/gates";
import { cellsOfExperiments } from "@/lib/services/read/queries";
import { temporaryDatabase } from "@/tests/support/database";
import { evaluatedExperiment, settleQueue } from "@/tests/support/evaluated";
import { planOf, rowsOf } from "@/tests/support/experiments";
import { readContextOf } from "@/tests/support/read";
import { readChange, readChanges, readFeed } from "../read/changes";
import { noteDataset } from "./dataset";
import { addNote, noteSchema } from "./note";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

const db = () => temporary.database;
const context = () => readContextOf(db(), temporary.dir);
const actor = { id: "user-1", name: "Ada Maintainer" };
const REASON = "Run again by hand on another machine, with the same outcomes.";
const entries = () => readChanges({}, context()).entries;

describe("a rescoring", () => {
  test("hands a later verdict to the attempts that had another, says so, and takes the mark", () => {
    const rows = rowsOf(["game-1"], 3, (_id, run) => (run === 1 ? "oracle" : "bad"));
    const id = evaluatedExperiment(db(), { instanceIds: ["game-1"], rows });
    verifyExperiment(db(), id, { reason: REASON }, { actor });
    const experiment = () => db().query.select().from(experiments).where(eq(experiments.id, id)).get();
    const outcomes = () => {
      const row = experiment();
      return (
        row &&
        cellsOfExperiments(db().query, [row])
          .get(id)
          ?.map((cell) => cell.outcome)
      );
    };
    expect(outcomes()).toEqual(["passed", "failed", "failed"]);
    const plan = planOf("game-1");
    if (plan.status !== "ready") throw new Error("not planned");
    requestGate(db(), plan.subject, { again: true });
    settleQueue(db(), () => "crashed");
    expect(outcomes()).toEqual(["crashed", "failed", "failed"]);
    expect(experiment()).toMatchObject({ verified: false, state: "complete" });
    expect(entries().map((one) => one.kind)).toEqual(["unverified", "rescored", "verified"]);
    expect(entries()[1]?.text).toBe(
      "Its tree was run again. One attempt at game-1: passed before, crashed now.",
    );
  });

  test("a second run with the same outcome, or one that our machinery failed, changes nothing", () => {
    const rows = rowsOf(["game-1"], 1, () => "oracle");
    const id = evaluatedExperiment(db(), { instanceIds: ["game-1"], k: 1, rows });
    const plan = planOf("game-1");
    if (plan.status !== "ready") throw new Error("not planned");
    requestGate(db(), plan.subject, { again: true });
    settleQueue(db());
    requestGate(db(), plan.subject, { again: true });
    settleQueue(db(), () => "infra-error");
    const one = db().query.select().from(attempts).where(eq(attempts.experimentId, id)).get();
    expect(one?.outcome).toBe("passed");
    expect(entries()).toEqual([]);
  });

  test("the same predictions under another dataset are told, with what passed before and now", () => {
    evaluatedExperiment(db());
    evaluatedExperiment(db(), { datasetHash: "dataset-2" });
    expect(entries()).toHaveLength(1);
    expect(entries()[0]).toMatchObject({
      kind: "rescored",
      text: "The same predictions were evaluated again (dataset dataset-1 before, dataset-2 now). Passed attempts: 2 before, 2 now.",
    });
  });

  test("other predictions of the same system are no rescoring", () => {
    evaluatedExperiment(db());
    const rows = rowsOf(["game-1", "game-2"], 3, () => "good");
    evaluatedExperiment(db(), { datasetHash: "dataset-2", rows });
    expect(entries()).toEqual([]);
  });
});

describe("a change of the dataset", () => {
  const dataset = (hidden: Record<string, string>) => {
    const dir = path.join(temporary.dir, "benchmark");
    const row = {
      repo: "game",
      benchmark_set: "golden",
      base_sha: "a".repeat(40),
      fix_sha: "b".repeat(40),
      target_files: ["A.cs"],
      test_class: "T",
      test_platform: "EditMode",
      unity_bucket: "2019.4.36f1",
    };
    mkdirSync(dir, { recursive: true });
    const ids = Object.keys(hidden);
    writeFileSync(
      path.join(dir, "instances.json"),
      JSON.stringify(ids.map((id) => ({ ...row, instance_id: id }))),
    );
    const repo =
      "game:\n  name: Game\n  url: https://github.com/example/game.git\n  unity_buckets: [2019.4.36f1]\n";
    writeFileSync(path.join(dir, "repos.yaml"), repo);
    for (const [id, text] of Object.entries(hidden)) {
      mkdirSync(path.join(dir, "tests", id), { recursive: true });
      writeFileSync(path.join(dir, "tests", id, "T.cs"), text);
    }
    return loadBenchmark({ benchmarkDir: dir, sampleDir: path.join(temporary.dir, "none") });
  };

  test("is told once, by instance, and the first look tells nothing", () => {
    expect(noteDataset(db(), dataset({ "game-1": "a", "game-2": "b" }))).toEqual([]);
    const changed = dataset({ "game-1": "a", "game-2": "c", "game-3": "d" });
    expect(noteDataset(db(), changed)).toEqual(["golden"]);
    expect(noteDataset(db(), changed)).toEqual([]);
    expect(noteDataset(db(), dataset({ "game-3": "d" }))).toEqual(["golden"]);
    const [second, first] = entries();
    expect(first?.title).toBe("The golden set has changed");
    expect(first?.text).toMatch(
      /^Added: game-3\. Changed: game-2\. Dataset hash [0-9a-f]{12} before, [0-9a-f]{12} now\./,
    );
    expect(second?.text).toMatch(/^Removed: game-1, game-2\. Dataset hash/);
  });

  test("a dataset folder that is missing is no change", () => {
    noteDataset(db(), dataset({ "game-1": "a" }));
    expect(noteDataset(db(), { datasets: [], instances: new Map() })).toEqual([]);
    expect(entries()).toEqual([]);
  });
});

describe("what the public is shown", () => {
  test("leaves out what is about a hidden experiment, until it is shown", () => {
    const id = evaluatedExperiment(db());
    verifyExperiment(db(), id, { reason: REASON }, { actor });
    const change = db().query.select().from(changes).get()?.id ?? 0;
    const show = (visibility: "public" | "hidden") =>
      db().query.update(submissions).set({ visibility }).run();
    show("hidden");
    expect(entries()).toEqual([]);
    expect(readChange(change, context())).toBeNull();
    expect(readFeed("https://bench.example", null, context()).text).not.toContain("agent-a");
    show("public");
    expect(readChange(change, context())).toMatchObject({
      kind: "verified",
      experimentHref: `/experiments/${id}`,
    });
  });

  test("is filtered by set, with what is about all sets in each, and paged without a gap", () => {
    const note = (title: string, set: "golden" | "sample" | null) =>
      addNote(db(), { title, text: "A text that is long enough.", set }, actor);
    note("About golden", "golden");
    note("About sample", "sample");
    note("About all", null);
    const titles = (set: "golden" | null) => readChanges({ set }, context()).entries.map((one) => one.title);
    expect(titles("golden")).toEqual(["About all", "About golden"]);
    for (let more = 0; more < 60; more += 1) note(`Note ${more}`, "golden");
    const first = readChanges({ set: "golden" }, context());
    expect(first.entries).toHaveLength(50);
    const before = Number(new URLSearchParams(first.olderHref?.split("?")[1]).get("before"));
    const rest = readChanges({ set: "golden", before }, context());
    expect(rest.entries).toHaveLength(12);
    expect(rest.olderHref).toBeNull();
  });

  test("a note without words is refused", () => {
    expect(noteSchema.safeParse({ title: "x", text: "", set: "" }).success).toBe(false);
    expect(noteSchema.safeParse({ title: "Two\nlines of it", text: "y".repeat(30), set: "" }).success).toBe(
      false,
    );
    const sent = { title: "A title", text: " One line of it\r\nand another. ", set: "" };
    expect(noteSchema.parse(sent)).toEqual({
      title: "A title",
      text: "One line of it\nand another.",
      set: null,
    });
  });
});

describe("the Atom feed", () => {
  const feed = (entry: Partial<Parameters<typeof atomFeed>[0]["entries"][number]> = {}) =>
    atomFeed({
      origin: "https://bench.example",
      title: "Corrections & more",
      subtitle: "s",
      self: "/changes.atom",
      page: "/changes",
      entries: [
        { href: "/changes/1", at: 1000, title: "t", text: "x", author: "a", category: "note", ...entry },
      ],
    });

  test("is well-formed whatever names and texts hold, and has what the standard asks for", () => {
    const text = feed({ title: "<b>&\"'\u0000\u000b\ud800</b>", text: "]]> & <script>", author: "\uffff" });
    const seen: string[] = [];
    const parser = new SaxesParser({ xmlns: true });
    parser.on("error", (error) => {
      throw error;
    });
    parser.on("opentag", (tag) => {
      expect(tag.uri).toBe("http://www.w3.org/2005/Atom");
      seen.push(tag.local);
    });
    parser.write(text).close();
    for (const name of ["id", "title", "updated", "link", "author", "entry", "content"])
      expect(seen, name).toContain(name);
    expect(text).toContain("<updated>1970-01-01T00:00:01.000Z</updated>");
    expect(text).toContain('href="https://bench.example/changes/1"');
  });

  test("of nothing is a feed too", () => {
    expect(readFeed("https://bench.example", "golden", context()).text).toContain(
      "<updated>1970-01-01T00:00:00.000Z</updated>",
    );
  });
});
