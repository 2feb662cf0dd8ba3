import { duration, fixed3 } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { visibleText } from "@/components/ui/visible-text";
import {
  type InstanceSort,
  type InstancesAsked,
  instancesAddress,
  nextInstanceSort,
} from "@/lib/domain/instance-order";
import type { InstanceRow } from "@/lib/domain/views";
import { gateText } from "./gate";
import { FlakeRate, SolveRate } from "./solve-rate";

type Head = { sort: InstanceSort | null; label: string; numeric?: boolean; title?: string; wide?: boolean };

const HEADS: readonly Head[] = [
  { sort: "id", label: "Instance" },
  { sort: "repository", label: "Project", wide: true },
  { sort: "editor", label: "Editor", wide: true },
  { sort: null, label: "Tests run in", wide: true },
  { sort: "targets", label: "Targets", numeric: true, wide: true, title: "Files that the real fix changes" },
  { sort: "gate", label: "Gate", wide: true },
  {
    sort: "solved",
    label: "Solved by",
    numeric: true,
    title: "Systems with at least one attempt that passes",
  },
  { sort: "passed", label: "Attempts passed", numeric: true },
  {
    sort: "discrimination",
    label: "Discrim.",
    numeric: true,
    wide: true,
    title: "Discrimination: correlation of solving it with how a system does at the other instances",
  },
  { sort: "duration", label: "Median run", numeric: true, wide: true },
  {
    sort: "flake",
    label: "Flake rate",
    numeric: true,
    wide: true,
    title: "Second runs that ended otherwise",
  },
];

/** The instances of a set; each head sorts by a link. */
export function InstanceTable({ rows, asked }: { rows: readonly InstanceRow[]; asked: InstancesAsked }) {
  return (
    <ScrollRegion label="Instances">
      <table className="data-table">
        <caption className="sr-only">Instances of this set</caption>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <SortableHead key={head.label} head={head} asked={asked} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <InstanceLine key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function SortableHead({ head, asked }: { head: Head; asked: InstancesAsked }) {
  const { sort, label, numeric, wide, title } = head;
  const active = sort !== null && asked.sort.key === sort;
  const className = `${numeric ? "num" : ""} ${wide ? "max-sm:hidden" : ""}`;
  const order = asked.sort.descending ? "descending" : "ascending";
  return (
    <th scope="col" className={className} title={title} aria-sort={active ? order : undefined}>
      {sort === null ? (
        label
      ) : (
        <a
          href={instancesAddress(asked, { sort: nextInstanceSort(asked.sort, sort) })}
          className="quiet-link"
        >
          {label}
          {active && <span aria-hidden="true">{asked.sort.descending ? " ↓" : " ↑"}</span>}
        </a>
      )}
    </th>
  );
}

function InstanceLine({ row }: { row: InstanceRow }) {
  const { discrimination, medianMs, reruns } = row.measures;
  return (
    <tr>
      <th scope="row" className="font-normal sm:min-w-56">
        <a href={row.href} className="font-mono">
          {row.id}
        </a>
        {row.title && <span className="block text-muted wrap-anywhere">{visibleText(row.title)}</span>}
        <span className="block text-muted sm:hidden">
          {row.repoName}, <span className="whitespace-nowrap">{gateText(row.gate)}</span>
        </span>
      </th>
      <td className="max-sm:hidden">{row.repoName}</td>
      <td className="whitespace-nowrap max-sm:hidden">{row.bucket}</td>
      <td className="max-sm:hidden">{row.platforms.join(", ") || "—"}</td>
      <td className="num max-sm:hidden">{row.targets}</td>
      <td className="max-sm:hidden">{gateText(row.gate)}</td>
      <td className="num whitespace-nowrap">
        {row.systems === 0 ? "—" : `${row.systemsSolved}/${row.systems}`}
      </td>
      <td className="num whitespace-nowrap">
        <SolveRate attempts={row.attempts} />
      </td>
      <td className="num max-sm:hidden">{fixed3(discrimination)}</td>
      <td className="num whitespace-nowrap max-sm:hidden">{duration(medianMs)}</td>
      <td className="num whitespace-nowrap max-sm:hidden">
        <FlakeRate reruns={reruns} />
      </td>
    </tr>
  );
}
