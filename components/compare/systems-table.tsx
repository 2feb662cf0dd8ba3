import { AttemptStrip } from "@/components/attempt-grid/strip";
import { VerifiedMark } from "@/components/leaderboard/verified-mark";
import { fixed3 } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Whisker } from "@/components/ui/whisker";
import type { ComparedSystem, ComparisonView } from "@/lib/domain/comparison-view";
import { compareHref } from "@/lib/domain/comparison-view";
import type { Estimate } from "@/lib/domain/views";

/** The systems that are compared, each with the letter that stands for it below. */
export function SystemsTable({ view }: { view: ComparisonView }) {
  const { k, set, systems } = view;
  const without = (id: string) =>
    compareHref(
      set,
      systems.map((one) => one.experimentId).filter((other) => other !== id),
    );
  return (
    <ScrollRegion label="The compared systems">
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Letter</span>
            </th>
            <th scope="col">System</th>
            <th scope="col" className="num">
              Score
            </th>
            <th scope="col" className="num">{`parseable@${k}`}</th>
            <th scope="col" className="num">{`filehit@${k}`}</th>
            <th scope="col" className="num">{`pass@${k}`}</th>
            <th scope="col" className="num">
              pass@1
            </th>
            <th scope="col">Attempts</th>
            <th scope="col">
              <span className="sr-only">Take out</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {systems.map((one) => (
            <SystemLine key={one.experimentId} system={one} withoutHref={without(one.experimentId)} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function SystemLine({ system, withoutHref }: { system: ComparedSystem; withoutHref: string }) {
  const { counts, attempts } = system;
  return (
    <tr>
      <td className="font-semibold">{system.letter}</td>
      <th scope="row" className="min-w-36 font-normal wrap-anywhere">
        <a href={system.href} className="quiet-link font-medium">
          {system.agent}
        </a>
        {system.verified && <VerifiedMark href={system.href} />}
        <span className="block text-muted">
          <span className="font-mono">{system.model}</span>
          {system.temperature !== null && ` · t ${system.temperature}`}
        </span>
      </th>
      <td className="num">
        <span className="font-semibold">{fixed3(system.score?.value ?? null)}</span>
        {system.score ? (
          <span className="mt-1 flex justify-end">
            <Whisker estimate={system.score} />
          </span>
        ) : (
          <span className="block text-muted">incomplete</span>
        )}
      </td>
      <Rate estimate={system.parseable} count={counts.parseable} of={counts.instances} />
      <Rate estimate={system.fileHit} count={counts.fileHit} of={counts.instances} />
      <Rate estimate={system.passAtK} count={counts.solved} of={counts.instances} />
      <Rate estimate={system.passAt1} count={attempts.passed} of={attempts.counted} />
      <td>
        <AttemptStrip rows={system.strip} k={system.k} />
      </td>
      <td className="num">
        <a href={withoutHref}>
          Take out<span className="sr-only"> {system.agent}</span>
        </a>
      </td>
    </tr>
  );
}

function Rate({ estimate, count, of }: { estimate: Estimate | null; count: number; of: number }) {
  return (
    <td className="num">
      {fixed3(estimate?.value ?? null)}
      <span className="block text-muted">
        {count}/{of}
      </span>
    </td>
  );
}
