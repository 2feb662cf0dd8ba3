import type { SystemName } from "@/lib/domain/views";

/** Agent, model and temperature, in this order of importance. */
export function SystemLabel({ system, href }: { system: SystemName; href?: string }) {
  return (
    <span className="wrap-anywhere">
      {href ? (
        <a href={href} className="quiet-link text-base font-medium">
          {system.agent}
        </a>
      ) : (
        <span className="text-base font-medium">{system.agent}</span>
      )}
      <span className="block text-muted">
        <span className="font-mono">{system.model}</span>
        {system.temperature !== null && <span className="whitespace-nowrap"> · t {system.temperature}</span>}
      </span>
    </span>
  );
}

/** "agent · model · t 0.4" in one line of text. */
export function systemText({ agent, model, temperature }: SystemName): string {
  return `${agent} · ${model}${temperature === null ? "" : ` · t ${temperature}`}`;
}
