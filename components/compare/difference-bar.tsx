import type { Interval } from "@/lib/domain/statistics/bootstrap";
import { signed } from "./numbers";

const WIDTH = 120;
const HEIGHT = 10;
const EDGE = 3;

/** A difference between −1 and 1 as a dot, with its 95 % interval as a bar and zero as a tick. */
export function DifferenceBar({ difference, interval }: { difference: number; interval: Interval }) {
  const x = (value: number) => Number((EDGE + ((value + 1) / 2) * (WIDTH - 2 * EDGE)).toFixed(1));
  const y = HEIGHT / 2;
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="inline-block" role="img">
      <title>{`95 % interval ${signed(interval.low)} to ${signed(interval.high)}`}</title>
      <path d={`M${x(-1)} ${y}H${x(1)}`} className="stroke-line" strokeWidth="1" />
      <path d={`M${x(0)} 0V${HEIGHT}`} className="stroke-muted" strokeWidth="1" />
      <path d={`M${x(interval.low)} ${y}H${x(interval.high)}`} className="stroke-muted" strokeWidth="2" />
      <circle cx={x(difference)} cy={y} r={3} className="fill-ink" />
    </svg>
  );
}
