import type { Outcome } from "./outcome";
import type { FunnelStep } from "./views";

type Cell = {
  instanceId: string;
  outcome: Outcome | null;
  parseable: boolean | null;
  fileHit: boolean | null;
};

const AFTER_COMPILING: ReadonlySet<Outcome | null> = new Set<Outcome>([
  "passed",
  "failed",
  "no-results",
  "timed-out",
  "out-of-memory",
  "crashed",
]);

const STEPS: readonly { label: string; meaning: string; holds: (cell: Cell) => boolean }[] = [
  { label: "Submitted", meaning: "Rows of the file.", holds: () => true },
  {
    label: "Parsed",
    meaning: "git can read the patch.",
    holds: (cell) =>
      cell.parseable !== null && cell.outcome !== "patch-empty" && cell.outcome !== "patch-malformed",
  },
  { label: "Applied", meaning: "It applies to the base commit.", holds: (cell) => cell.parseable === true },
  {
    label: "Right file",
    meaning: "It changes every file that the real fix changes. An attempt can pass without.",
    // A refused patch hits no file, as in the metrics.
    holds: (cell) => cell.fileHit === true && cell.outcome !== "patch-refused",
  },
  {
    label: "Compiled",
    meaning: "The project was run and did not end in a compile error.",
    holds: (cell) => AFTER_COMPILING.has(cell.outcome),
  },
  {
    label: "Tests ran",
    meaning: "The editor wrote whole results.",
    holds: (cell) => cell.outcome === "passed" || cell.outcome === "failed",
  },
  {
    label: "Passed",
    meaning: "Every expected hidden test passed.",
    holds: (cell) => cell.outcome === "passed",
  },
];

/** Where attempts get lost, from the file to the verdict; what is not known yet is in no step. */
export function submissionFunnel(cells: readonly Cell[]): FunnelStep[] {
  return STEPS.map(({ label, meaning, holds }) => {
    const inStep = cells.filter(holds);
    const instances = new Set(inStep.map((cell) => cell.instanceId)).size;
    return { label, meaning, attempts: inStep.length, instances };
  });
}
