import { type AttemptResult, type ExperimentResult, UNKNOWN_PROVENANCE } from "./experiment";
import type { Outcome } from "./outcome";

/** Systems made up to show how metrics are made: no system's results. Each letter is one attempt. */
export type ExampleSystem = { name: string; rows: Readonly<Record<string, string>> };

/** p passes; o passes in other files than the fix; f fails in the right files; m misses them; x does not apply; e is empty. */
export const EXAMPLE_LETTERS: Readonly<Record<string, string>> = {
  p: "passes, and changes every target file",
  o: "passes, and misses a target file",
  f: "fails, and changes every target file",
  m: "fails, and misses a target file",
  x: "does not apply",
  e: "empty",
};

export const EXAMPLES: readonly [ExampleSystem, ExampleSystem] = [
  {
    name: "first",
    rows: {
      "instance-1": "pppppppppp",
      "instance-2": "ppfffmmxxe",
      "instance-3": "ommmmmmmmm",
      "instance-4": "xxxxxxeeee",
    },
  },
  {
    name: "second",
    rows: {
      "instance-1": "pppppppffm",
      "instance-2": "pfffffffff",
      "instance-3": "pmmmmmmmmm",
      "instance-4": "fmmmxxxxxx",
    },
  },
];

/** The example in the form that metrics are computed from. */
export function exampleResult({ name, rows }: ExampleSystem): ExperimentResult {
  return {
    identity: { agent: name, model: "example", temperature: null },
    set: "golden",
    k: 10,
    verified: false,
    official: true,
    expectedInstanceIds: Object.keys(rows),
    attempts: Object.entries(rows).flatMap(([id, letters]) =>
      [...letters].map((letter, index) => exampleAttempt(id, index + 1, letter)),
    ),
    provenance: UNKNOWN_PROVENANCE,
    logs: null,
    logsUrl: null,
  };
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  p: "passed",
  o: "passed",
  x: "patch-rejected",
  e: "patch-empty",
};

function exampleAttempt(instanceId: string, runId: number, letter: string): AttemptResult {
  const fileHit = letter === "p" || letter === "f";
  return {
    instanceId,
    runId,
    outcome: OUTCOMES[letter] ?? "failed",
    reason: null,
    applied: letter !== "x" && letter !== "e",
    fileHit,
    fileHitAny: fileHit,
    touched: [],
    patchSha256: null,
    gradedTree: null,
    tests: [],
    durationMs: null,
  };
}
