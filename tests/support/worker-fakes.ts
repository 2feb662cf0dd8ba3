import { appendFileSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type {
  Checker,
  InstanceSource,
  TreeEvaluator,
  TreeRequest,
  TreeResult,
} from "@/evaluator/worker/types";
import type { Outcome } from "@/lib/domain/outcome";
import { appliedCheck, grade, IMAGE, TARGET, text } from "./experiments";

/** Stands in for git and containers: verdicts follow from the words of a patch, and every run is written down. */

export const source: InstanceSource = {
  find: (instanceId) => {
    if (!instanceId.startsWith("game-")) return null;
    return {
      instanceId,
      folder: `game/${instanceId.slice("game-".length)}`,
      targetFiles: [TARGET],
      definitionHash: `definition ${instanceId}`,
    };
  },
};

export const checker: Checker = {
  check: async (_instanceId, patch) => {
    await delay(2);
    const words = text(patch);
    if (words.includes("uncheckable")) throw new Error("git is gone");
    if (words.includes("rejected")) return { status: "rejected", message: "It does not apply.", hints: [] };
    return appliedCheck(words);
  },
  gateTrees: async () => ({ status: "ready", base: "tree base", oracle: "tree oracle" }),
};

/** One line of the ledger: what a process did with an evaluation; "ready" when it began to look for work. */
export type LedgerLine = {
  at: "ready" | "start" | "end" | "cut";
  evaluationId: string;
  tree: string;
  pid: number;
};

export function readLedger(file: string): LedgerLine[] {
  const lines = readFileSync(file, { encoding: "utf8", flag: "a+" }).split("\n");
  return lines.flatMap((line) => (line === "" ? [] : [JSON.parse(line) as LedgerLine]));
}

export type FakeSettings = {
  ledger: string;
  /** Least and greatest length of a run. */
  runMs: [number, number];
  /** What `probe` answers; changed by tests while a worker runs. */
  sandbox: { ok: boolean; note: string };
  reaped: string[];
};

/** A run that is as long as `runMs` says and ends as the patch's words say. */
export function fakeEvaluator(settings: FakeSettings): TreeEvaluator {
  return {
    probe: async () => ({ ...settings.sandbox }),
    image: async () =>
      settings.sandbox.ok
        ? { status: "found", ...IMAGE }
        : { status: "failed", reason: "The engine does not answer." },
    evaluate: (request) => evaluate(settings, request),
    reap: async (workerIds) => {
      settings.reaped.push(...workerIds);
      return true;
    },
    reapGone: async () => undefined,
  };
}

async function evaluate(settings: FakeSettings, request: TreeRequest): Promise<TreeResult> {
  const { evaluationId, instanceId, role, patch, signal } = request;
  const words = role === "candidate" ? text(patch) : role;
  const note = (at: LedgerLine["at"]) => {
    const line: LedgerLine = { at, evaluationId, tree: `${instanceId} ${words}`, pid: process.pid };
    appendFileSync(settings.ledger, `${JSON.stringify(line)}\n`);
  };
  note("start");
  if (words.includes("throws")) throw new Error("a defect of the evaluator");
  if (words.includes("deaf")) await new Promise(() => undefined);
  const [least, greatest] = settings.runMs;
  const ran = await delay(least + Math.random() * (greatest - least), true, { signal }).catch(() => false);
  note(ran ? "end" : "cut");
  if (!ran) return { status: "cancelled" };
  const outcome = settings.sandbox.ok ? outcomeOf(words) : "infra-error";
  if (outcome === "infra-error") return { status: "infra", reason: "The engine went away.", final: false };
  return {
    status: "graded",
    grade: grade(outcome),
    gradedTree: `tree ${words}`,
    image: request.image,
    durationMs: greatest,
    editorMs: least,
    writeFiles: (folder) => writeFile(path.join(folder, "unity.log"), `log of ${words}\n`),
  };
}

/** A fix passes, so does the oracle. */
export function outcomeOf(words: string): Outcome {
  if (words.includes("infra")) return "infra-error";
  return words === "oracle" || words.includes("good") ? "passed" : "failed";
}
