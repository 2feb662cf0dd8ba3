import type { SystemName } from "./views";

/** "agent · model · t 0.4": a system in one line of text. */
export function systemText({ agent, model, temperature }: SystemName): string {
  return `${agent} · ${model}${temperature === null ? "" : ` · t ${temperature}`}`;
}
