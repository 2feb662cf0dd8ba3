import { ScrollRegion } from "@/components/ui/scroll-region";
import type { PairComparison } from "@/lib/domain/comparison";
import type { ComparedSystem, ComparisonView } from "@/lib/domain/comparison-view";
import { TIE_ALPHA } from "@/lib/domain/statistics/ranking";
import { DifferenceBar } from "./difference-bar";
import { effectWord, pText, signed } from "./numbers";

/** Every pair: how far apart, how sure, and how the instances divide. */
export function PairsTable({ view: { systems, pairs } }: { view: ComparisonView }) {
  const several = pairs.length > 1;
  return (
    <>
      <ScrollRegion label="Pairs of systems">
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">Pair</th>
              <th scope="col" className="num">
                Score difference
              </th>
              <th scope="col">95 % interval</th>
              <th scope="col" className="num">
                p{several && ", Holm"}
              </th>
              <th scope="col">Told apart?</th>
              <th scope="col" className="num">
                Solved by both
              </th>
              <th scope="col" className="num">
                first only
              </th>
              <th scope="col" className="num">
                second only
              </th>
              <th scope="col" className="num">
                neither
              </th>
              <th scope="col" className="num">
                McNemar p{several && ", Holm"}
              </th>
              <th scope="col" className="num">
                Cohen’s g
              </th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => (
              <PairLine
                key={`${pair.first} ${pair.second}`}
                pair={pair}
                systems={systems}
                several={several}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="mt-3 max-w-prose text-small text-muted">
        The Scores are compared by a paired permutation test over instances, with a paired bootstrap interval
        of their difference; whether an instance was solved at all, by the exact McNemar test, with Cohen’s g
        as effect size (0 none, 0.5 all one-sided).{" "}
        {several && `With ${pairs.length} pairs, p values are adjusted by Holm’s method. `}A large p is no
        sign of equality: few instances can tell only large gaps apart.
      </p>
    </>
  );
}

type PairLineProps = { pair: PairComparison; systems: readonly ComparedSystem[]; several: boolean };

function PairLine({ pair, systems, several }: PairLineProps) {
  const [a, b] = [systems[pair.first], systems[pair.second]];
  const p = several ? pair.adjustedP : pair.p;
  const { both, onlyFirst, onlySecond, neither } = pair.solved;
  return (
    <tr>
      <th scope="row" className="whitespace-nowrap">
        {a?.letter} − {b?.letter}
        <span className="sr-only">
          : {a?.agent} against {b?.agent}
        </span>
      </th>
      <td className="num">{signed(pair.difference)}</td>
      <td className="whitespace-nowrap">
        {pair.difference !== null && pair.interval ? (
          <>
            <DifferenceBar difference={pair.difference} interval={pair.interval} />
            <span className="ml-2 text-muted">
              {signed(pair.interval.low)} to {signed(pair.interval.high)}
            </span>
          </>
        ) : (
          <span className="text-muted">an incomplete system has no Score</span>
        )}
      </td>
      <td className="num">{pText(p)}</td>
      <td>{p === null ? "—" : p <= TIE_ALPHA ? "yes" : "no"}</td>
      <td className="num">{both}</td>
      <td className="num">{onlyFirst}</td>
      <td className="num">{onlySecond}</td>
      <td className="num">{neither}</td>
      <td className="num">{pText(several ? pair.adjustedMcNemarP : pair.mcNemarP)}</td>
      <td className="num" title={effectWord(pair.effect)}>
        {signed(pair.effect)}
      </td>
    </tr>
  );
}
