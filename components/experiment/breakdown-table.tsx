import { fixed3 } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { BreakdownGroup } from "@/lib/domain/breakdown";
import { visibleText } from "@/lib/domain/visible-text";

type BreakdownTableProps = { groups: readonly BreakdownGroup[]; k: number; what: "Repository" | "Editor" };

/** How the system did at each repository's, or each editor's, instances. */
export function BreakdownTable({ groups, k, what }: BreakdownTableProps) {
  const label = `Metrics by ${what.toLowerCase()}`;
  return (
    <ScrollRegion label={label}>
      <table className="data-table">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            {["Solved", "Attempts passed", "pass@1", `pass@${k}`, `parseable@${k}`, `filehit@${k}`].map(
              (head) => (
                <th key={head} scope="col" className="num">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.name}>
              <th scope="row" className="font-normal">
                {visibleText(group.name)}
              </th>
              <td className="num whitespace-nowrap">
                {group.solved}/{group.instances}
              </td>
              <td className="num whitespace-nowrap">
                {group.attempts.passed}/{group.attempts.counted}
              </td>
              <td className="num">{fixed3(group.means?.passAt[0] ?? null)}</td>
              <td className="num">{fixed3(group.means?.passAt.at(-1) ?? null)}</td>
              <td className="num">{fixed3(group.means?.parseable ?? null)}</td>
              <td className="num">{fixed3(group.means?.fileHit ?? null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
