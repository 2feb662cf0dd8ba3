import type { EvaluationRole } from "@/lib/db/schema";
import type { PatchCheck } from "@/lib/domain/patch";
import type { ExpectedTests, Grade } from "@/lib/domain/run";

/** What the worker needs to know of an instance. */
export type InstanceFacts = {
  instanceId: string;
  /** `<repo>/<issue>` in the documented layout. */
  folder: string;
  targetFiles: readonly string[];
  /** Changes with anything in the dataset that can change a verdict. */
  definitionHash: string;
};

/** The dataset, as the worker sees it. */
export interface InstanceSource {
  /** Null when the dataset has no such instance. */
  find(instanceId: string): InstanceFacts | null;
}

/** The two trees that a gate runs, or why they cannot be made. */
export type GateTrees =
  | { status: "ready"; base: string; oracle: string }
  | { status: "unavailable"; reason: string };

/** Patches against trees: git alone, no sandbox. A rejected promise is a failure of ours. */
export interface Checker {
  check(instanceId: string, patch: Uint8Array, signal: AbortSignal): Promise<PatchCheck>;
  gateTrees(instanceId: string, signal: AbortSignal): Promise<GateTrees>;
}

export type EditorImage = { name: string; digest: string };

/** missing: prepare would help. failed: the sandbox did not answer, so ask again later. */
export type ImageLookup =
  | ({ status: "found" } & EditorImage)
  | { status: "missing"; reason: string }
  | { status: "failed"; reason: string };

export type TreeRequest = {
  evaluationId: string;
  instanceId: string;
  role: EvaluationRole;
  /** The patch text whose graded tree is run; null for the base and the oracle, which the dataset holds. */
  patch: Uint8Array | null;
  image: EditorImage;
  /** Names that must pass; null for the oracle's run, which finds them. */
  expected: ExpectedTests | null;
  signal: AbortSignal;
  /** Lines of the editor's log as they come. */
  onLine?: (line: string) => void;
};

export type TreeResult =
  | {
      status: "graded";
      grade: Grade;
      gradedTree: string;
      image: EditorImage;
      /** The whole evaluation and, inside it, the editors alone. */
      durationMs: number;
      editorMs: number;
      /** Writes XML, log and summary into an empty folder. */
      writeFiles(folder: string): Promise<void>;
    }
  /** A failure of ours; `final` when no further try will mend it. */
  | { status: "infra"; reason: string; final: boolean }
  | { status: "cancelled" };

/** Runs graded trees in a sandbox. */
export interface TreeEvaluator {
  /** Whether the sandbox can be used now, with a sentence for people. */
  probe(): Promise<{ ok: boolean; note: string }>;
  image(instanceId: string): Promise<ImageLookup>;
  evaluate(request: TreeRequest): Promise<TreeResult>;
  /** Removes what these workers left behind; false when that could not be done now. */
  reap(workerIds: readonly string[]): Promise<boolean>;
  /** Removes what any command left whose process is gone. */
  reapGone(): Promise<void>;
}
