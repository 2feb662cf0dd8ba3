import { fixed3 } from "@/components/ui/format";
import type { Estimate } from "@/lib/domain/views";

const BOX = { width: 480, height: 200, left: 34, right: 8, top: 8, bottom: 26 };
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** pass@1 to pass@k with their intervals, drawn on the server; the numbers stand in a table below. */
export function PassCurve({ passAt }: { passAt: readonly (Estimate | null)[] }) {
  const points = passAt.flatMap((estimate, index) => (estimate ? [{ j: index + 1, ...estimate }] : []));
  if (points.length === 0) return null;
  const x = (j: number) => round(BOX.left + ((BOX.width - BOX.left - BOX.right) * (j - 0.5)) / passAt.length);
  const y = (value: number) => round(BOX.top + (BOX.height - BOX.top - BOX.bottom) * (1 - value));
  const line = points
    .map((point, index) => `${index === 0 ? "M" : "L"}${x(point.j)} ${y(point.value)}`)
    .join("");
  return (
    <figure>
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} className="w-full" aria-hidden="true">
        {TICKS.map((tick) => (
          <g key={tick}>
            <path d={`M${BOX.left} ${y(tick)}H${BOX.width - BOX.right}`} className="stroke-line" />
            <text x={BOX.left - 6} y={y(tick) + 4} textAnchor="end" className="fill-muted text-[11px]">
              {tick.toFixed(2)}
            </text>
          </g>
        ))}
        {points.map((point) => (
          <path
            key={point.j}
            d={`M${x(point.j)} ${y(point.low)}V${y(point.high)}`}
            className="stroke-muted"
            strokeWidth="2"
          />
        ))}
        <path d={line} fill="none" className="stroke-passed" strokeWidth="2" />
        {points.map((point) => (
          <circle key={point.j} cx={x(point.j)} cy={y(point.value)} r="3.5" className="fill-passed" />
        ))}
        {points.map((point) => (
          <text
            key={point.j}
            x={x(point.j)}
            y={BOX.height - 8}
            textAnchor="middle"
            className="fill-muted text-[11px]"
          >
            {point.j}
          </text>
        ))}
      </svg>
      <CurveTable points={points} />
    </figure>
  );
}

function CurveTable({ points }: { points: readonly ({ j: number } & Estimate)[] }) {
  return (
    <details className="mt-2 text-small">
      <summary className="text-muted">The numbers of this chart</summary>
      <table className="data-table mt-2 max-w-96">
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col" className="num">
              Mean
            </th>
            <th scope="col" className="num">
              95 % interval
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.j}>
              <th scope="row" className="font-normal">
                pass@{point.j}
              </th>
              <td className="num">{fixed3(point.value)}</td>
              <td className="num">
                {fixed3(point.low)} to {fixed3(point.high)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
