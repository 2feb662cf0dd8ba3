import { chance, drawAttempt, type Strength } from "./attempt-plan";
import type { Submission } from "./drive";

const AGENTS = 40;
const MODELS = 12;
const TEMPERATURES = [null, "0", "0.2", "0.5", "0.8", "1"];
const DAY = 86_400_000;
/** The first hand-in; the others follow, one a third of a day. */
const FIRST = Date.UTC(2026, 0, 1, 9);

/** A made-up system: the same number gives the same one. Names say that it is made up. */
export function syntheticSubmission(
  index: number,
  instanceIds: readonly string[],
  targetsOf: (id: string) => readonly string[],
): Submission {
  const agent = `synthetic-agent-${index % AGENTS}`;
  const identity = {
    agent,
    model: `synthetic-model-${Math.floor(index / AGENTS) % MODELS}`,
    temperature: TEMPERATURES[Math.floor(index / (AGENTS * MODELS)) % TEMPERATURES.length] ?? null,
  };
  const seed = `synthetic ${index}`;
  const strength: Strength = { pass: chance(`${seed} pass`), patchProblem: 0.3 * chance(`${seed} patch`) };
  return {
    identity,
    set: "sample",
    official: true,
    k: 10,
    instanceIds,
    at: FIRST + Math.round((index * DAY) / 3),
    plan: (id, run) => drawAttempt(seed, strength, { id, targets: targetsOf(id) }, run),
  };
}
