import type { Evaluation } from "@/evaluator/evaluate-types";
import { infrastructureFailure } from "./exit-codes";

/** A run that our own machinery broke off: its container was removed, or its engine went away. */
function isBrokenOff(evaluation: Evaluation): boolean {
  if (evaluation.status === "infra") return evaluation.reason === "sandbox";
  return evaluation.status === "graded" && evaluation.grade.outcome === "infra-error";
}

/** Runs an evaluation, and once more when our own machinery broke it off, as a worker does. */
export async function evaluateOnceMore(
  evaluate: () => Promise<Evaluation>,
  tell: (line: string) => void,
): Promise<Evaluation> {
  const first = await evaluate();
  if (!isBrokenOff(first)) return first;
  tell(`Our machinery failed and tries once more: ${reasonOf(first)}`);
  return await evaluate();
}

/** @throws CommandFailure for what is no verdict on the patch: our machinery failed. */
export function requireVerdict(evaluation: Evaluation, folder: string): void {
  if (evaluation.status !== "graded" || evaluation.grade.outcome !== "infra-error") return;
  throw infrastructureFailure(
    `There is no verdict, for our machinery failed: ${evaluation.grade.reason}`,
    `Mend it and run the same command again; ${folder} holds what there is.`,
  );
}

function reasonOf(evaluation: Evaluation): string {
  if (evaluation.status === "infra") return evaluation.message;
  return evaluation.status === "graded" ? evaluation.grade.reason : evaluation.status;
}
