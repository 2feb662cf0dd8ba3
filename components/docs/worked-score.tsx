import { fixed3 } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { intervalText } from "@/components/ui/whisker";
import { setMetrics } from "@/lib/domain/set-metrics";
import { bootstrapIntervals, RESAMPLES } from "@/lib/domain/statistics/bootstrap";
import { pairedPermutationP } from "@/lib/domain/statistics/permutation";
import { TIE_ALPHA } from "@/lib/domain/statistics/ranking";
import { EXAMPLE_LETTERS, EXAMPLES, type ExampleSystem, exampleResult } from "@/lib/domain/worked-example";

/** A Score made step by step, by the functions that make those of the leaderboard. */
export function WorkedScore() {
  const [first] = EXAMPLES;
  const metrics = setMetrics(exampleResult(first));
  const interval = bootstrapIntervals(metrics.instances)?.score;
  const { means, score } = metrics;
  if (!means || score === null || !interval) return null;
  return (
    <>
      <ExampleTable system={first} />
      <p className="mt-2 max-w-prose text-small text-muted">
        {Object.entries(EXAMPLE_LETTERS)
          .map(([letter, meaning]) => `${letter} ${meaning}`)
          .join("; ")}
        .
      </p>
      <p className="mt-4 max-w-prose">
        Score = {fixed3(means.parseable)} × {fixed3(means.fileHit)} × {fixed3(means.passAt[9] ?? null)} ={" "}
        <strong className="font-semibold">{fixed3(score)}</strong>,{" "}
        {intervalText({ value: score, ...interval })}.
      </p>
      <p className="mt-2 max-w-prose text-muted">
        The interval: {RESAMPLES.toLocaleString("en")} times, as many instances as the set has are drawn with
        replacement and the Score of the draw is taken; 2.5 % of these lie below the interval and 2.5 % above.
        With four instances it says little, with 24 not much more.
      </p>
    </>
  );
}

function ExampleTable({ system }: { system: ExampleSystem }) {
  const { instances, means } = setMetrics(exampleResult(system));
  return (
    <ScrollRegion label={`The ${system.name} example`}>
      <table className="data-table">
        <caption className="sr-only">An example, no system’s results</caption>
        <thead>
          <tr>
            <th scope="col">Instance</th>
            <th scope="col">Ten attempts</th>
            {["parseable@10", "filehit@10", "pass@1", "pass@10", "pass^10"].map((name) => (
              <th key={name} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instances.map((one) => (
            <tr key={one.instanceId}>
              <th scope="row" className="font-mono font-normal">
                {one.instanceId}
              </th>
              <td className="font-mono tracking-widest">{system.rows[one.instanceId]}</td>
              <Values values={[one.parseable, one.fileHit, one.passAt[0], one.passAt[9], one.passAll]} />
            </tr>
          ))}
          <tr>
            <th scope="row">Mean</th>
            <td />
            <Values
              values={[means?.parseable, means?.fileHit, means?.passAt[0], means?.passAt[9], means?.passAll]}
            />
          </tr>
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Values({ values }: { values: readonly (number | null | undefined)[] }) {
  return values.map((value, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: cells of a row never change their order
    <td key={index} className="num">
      {fixed3(value ?? null)}
    </td>
  ));
}

/** Two systems compared, by the test that makes the brackets of the leaderboard. */
export function WorkedTie() {
  const [first, second] = EXAMPLES.map((one) => setMetrics(exampleResult(one)));
  if (!first || !second) return null;
  const p = pairedPermutationP(first.instances, second.instances);
  return (
    <>
      <ExampleTable system={EXAMPLES[1]} />
      <p className="mt-4 max-w-prose">
        The second system has Score {fixed3(second.score)}, the first {fixed3(first.score)}. For each instance
        it is left to chance which of the two gave which result: a gap as large as this comes up with p ={" "}
        {fixed3(p)}.{" "}
        {p !== null && p > TIE_ALPHA
          ? `That is above ${TIE_ALPHA}: they share a tie group, whichever stands first.`
          : `That is not above ${TIE_ALPHA}: they are told apart.`}
      </p>
    </>
  );
}
