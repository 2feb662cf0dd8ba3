import { ScrollRegion } from "@/components/ui/scroll-region";
import type { InstanceRow } from "@/lib/domain/views";
import { gateText } from "./gate";
import { SolveRate } from "./solve-rate";

/** The instances of a set. */
export function InstanceTable({ rows }: { rows: readonly InstanceRow[] }) {
  return (
    <ScrollRegion label="Instances">
      <table className="data-table">
        <caption className="sr-only">Instances of this set</caption>
        <thead>
          <tr>
            <th scope="col">Instance</th>
            <th scope="col" className="max-sm:hidden">
              Project
            </th>
            <th scope="col" className="max-sm:hidden">
              Editor
            </th>
            <th scope="col" className="max-sm:hidden">
              Tests run in
            </th>
            <th scope="col" className="num max-sm:hidden">
              Target files
            </th>
            <th scope="col">Gate</th>
            <th scope="col" className="num">
              Solved by
            </th>
            <th scope="col" className="num">
              Attempts passed
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="font-normal sm:min-w-64">
                <a href={row.href} className="font-mono">
                  {row.id}
                </a>
                {row.title && <span className="block text-muted">{row.title}</span>}
              </th>
              <td className="max-sm:hidden">{row.repoName}</td>
              <td className="whitespace-nowrap max-sm:hidden">{row.bucket}</td>
              <td className="max-sm:hidden">{row.platforms.join(", ") || "—"}</td>
              <td className="num max-sm:hidden">{row.targets}</td>
              <td className="sm:whitespace-nowrap">{gateText(row.gate)}</td>
              <td className="num whitespace-nowrap">
                {row.systems === 0 ? "—" : `${row.systemsSolved}/${row.systems}`}
              </td>
              <td className="num whitespace-nowrap">
                <SolveRate attempts={row.attempts} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
