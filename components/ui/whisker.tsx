import type { Estimate } from "@/lib/domain/views";
import { fixed3 } from "./format";

const WIDTH = 80;
const HEIGHT = 8;
const RADIUS = 3;

/** A value between 0 and 1 as a dot on a line, with its 95 % interval as a bar. */
export function Whisker({ estimate }: { estimate: Estimate }) {
  const x = (value: number) => Number((RADIUS + value * (WIDTH - 2 * RADIUS)).toFixed(1));
  const y = HEIGHT / 2;
  const markup = [
    `<title>${intervalText(estimate)}</title>`,
    `<path d="M${x(0)} ${y}H${x(1)}" class="stroke-line" stroke-width="1"></path>`,
    `<path d="M${x(estimate.low)} ${y}H${x(estimate.high)}" class="stroke-muted" stroke-width="2"></path>`,
    `<circle cx="${x(estimate.value)}" cy="${y}" r="${RADIUS}" class="fill-ink"></circle>`,
  ];
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block"
      role="img"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers alone; a table has one in every row
      dangerouslySetInnerHTML={{ __html: markup.join("") }}
    />
  );
}

/** "95 % interval 0.125 to 0.625". */
export function intervalText({ low, high }: Estimate): string {
  return `95 % interval ${fixed3(low)} to ${fixed3(high)}`;
}
