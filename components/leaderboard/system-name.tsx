import type { ReactNode } from "react";
import type { SystemName } from "@/lib/domain/views";

type SystemLabelProps = { system: SystemName; href: string; mark?: ReactNode };

/** Agent, model and temperature, in this order of importance. */
export function SystemLabel({ system, href, mark }: SystemLabelProps) {
  return (
    <span className="wrap-anywhere">
      <a href={href} className="quiet-link text-base font-medium">
        {system.agent}
      </a>
      {mark}
      <span className="block text-muted">
        <span className="font-mono">{system.model}</span>
        {system.temperature !== null && <span className="whitespace-nowrap"> · t {system.temperature}</span>}
      </span>
    </span>
  );
}
