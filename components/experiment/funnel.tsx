import type { FunnelStep } from "@/lib/domain/views";

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
          <th scope="col" className="num">
            Instances
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.label}>
            <th scope="row" className="w-full font-normal">
              <span className="font-medium">{step.label}.</span>{" "}
              <span className="text-muted">{step.meaning}</span>
              <Bar share={step.attempts / most} last={step === steps.at(-1)} />
            </th>
            <td className="num">{step.attempts}</td>
            <td className="num">
              {step.instances}/{instances}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bar({ share, last }: { share: number; last: boolean }) {
  return (
    <svg
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className="mt-1 block h-1.5 w-full"
      aria-hidden="true"
    >
      <path d="M0 3H100" className="stroke-line" strokeWidth="6" />
      <path
        d={`M0 3H${(100 * share).toFixed(1)}`}
        className={last ? "stroke-passed" : "stroke-muted"}
        strokeWidth="6"
      />
    </svg>
  );
}
