import { fixed3 } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { passAt } from "@/lib/domain/pass-at";

const PASSES = [0, 1, 2, 5, 9, 10];
const DRAWN = [1, 2, 5, 10];

/** pass@j of one instance for some numbers of passes in ten attempts. */
export function PassTable() {
  return (
    <ScrollRegion label="pass@j by passes">
      <table className="data-table max-w-prose">
        <caption className="sr-only">
          pass@j of an instance by the number of its ten attempts that pass
        </caption>
        <thead>
          <tr>
            <th scope="col">Of ten attempts pass</th>
            {DRAWN.map((j) => (
              <th key={j} scope="col" className="num">
                pass@{j}
              </th>
            ))}
            <th scope="col" className="num">
              pass^10
            </th>
          </tr>
        </thead>
        <tbody>
          {PASSES.map((c) => (
            <tr key={c}>
              <th scope="row" className="font-normal">
                {c}
              </th>
              {DRAWN.map((j) => (
                <td key={j} className="num">
                  {fixed3(passAt(10, c, j))}
                </td>
              ))}
              <td className="num">{fixed3(c === 10 ? 1 : 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
