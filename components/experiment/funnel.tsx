import type { FunnelStep } from "@/lib/domain/views";

const WIDTH = 320;

/** From handed in to passed, in attempts and in instances; the table is the chart. */
export function Funnel({ steps, instances }: { steps: readonly FunnelStep[]; instances: number }) {
  const most = Math.max(1, ...steps.map((step) => step.attempts));
  return (
    <table className="data-table">
      <caption className="sr-only">How many attempts and instances come how far</caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col" className="num">
            Attempts
          </th>
          <th scope="col" className="w-1/3 max-sm:hidden">
            <span className="sr-only">Share as a bar</span>
          </th>
          <th scope="col" className="num">
            Instances
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, index) => (
          <tr key={step.label}>
            <th scope="row" className="font-medium">
              {step.label}
              <span className="block font-normal text-muted">{step.meaning}</span>
            </th>
            <td className="num">{step.attempts}</td>
            <td className="max-sm:hidden">
              <svg
                viewBox={`0 0 ${WIDTH} 8`}
                preserveAspectRatio="none"
                className="mt-1.5 h-2 w-full"
                aria-hidden="true"
              >
                <path d={`M0 4H${WIDTH}`} className="stroke-line" strokeWidth="8" />
                <path
                  d={`M0 4H${((WIDTH * step.attempts) / most).toFixed(1)}`}
                  className={index === steps.length - 1 ? "stroke-passed" : "stroke-muted"}
                  strokeWidth="8"
                />
              </svg>
            </td>
            <td className="num">
              {step.instances}/{instances}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
