import { createColumnHelper, metaHelper, tableFeatures } from "@tanstack/table-core";
import { duration, fixed3 } from "@/components/ui/format";
import { SERVER_TABLE } from "@/components/ui/server-table";
import { flakeRate, gateWord, type InstancesAsked, passedShare } from "@/lib/domain/instance-order";
import type { InstanceRow } from "@/lib/domain/instance-views";
import { visibleText } from "@/lib/domain/visible-text";
import { gateText } from "./gate";
import { FlakeRate, SolveRate } from "./solve-rate";

type Meta = { headClass: string; cellClass: string; title?: string; rowHead?: boolean };

export const INSTANCE_FEATURES = tableFeatures({
  ...SERVER_TABLE,
  columnMeta: metaHelper<Meta>(),
  tableMeta: metaHelper<{ asked: InstancesAsked }>(),
});

const column = createColumnHelper<typeof INSTANCE_FEATURES, InstanceRow>();

/** A phone has room for the instance and how often it is solved; the rest stands under its name. */
const WIDE = "max-sm:hidden";
const words = (cellClass = WIDE): Meta => ({ headClass: ` ${WIDE}`, cellClass });
const numeric = (cellClass: string, title?: string): Meta => ({
  headClass: cellClass.includes(WIDE) ? `num ${WIDE}` : "num ",
  cellClass,
  ...(title === undefined ? {} : { title }),
});

/** Every column of the table of instances; one that has a value to sort by has an order of its name. */
export const INSTANCE_COLUMNS = column.columns([
  column.accessor("id", {
    header: "Instance",
    meta: { headClass: " ", cellClass: "font-normal sm:min-w-56", rowHead: true },
    cell: ({ row }) => <InstanceName row={row.original} />,
  }),
  column.accessor("repoName", {
    id: "repository",
    header: "Project",
    meta: words(),
    cell: ({ row }) => row.original.repoName,
  }),
  column.accessor("bucket", {
    id: "editor",
    header: "Editor",
    meta: words(`whitespace-nowrap ${WIDE}`),
    cell: ({ row }) => row.original.bucket,
  }),
  column.display({
    id: "platforms",
    header: "Tests run in",
    meta: words(),
    cell: ({ row }) => row.original.platforms.join(", ") || "—",
  }),
  column.accessor("targets", {
    header: "Targets",
    meta: numeric(`num ${WIDE}`, "Files that the real fix changes"),
    cell: ({ row }) => row.original.targets,
  }),
  column.accessor(gateWord, {
    id: "gate",
    header: "Gate",
    meta: words(),
    cell: ({ row }) => gateText(row.original.gate),
  }),
  column.accessor("systemsSolved", {
    id: "solved",
    header: "Solved by",
    meta: numeric("num whitespace-nowrap", "Systems with at least one attempt that passes"),
    cell: ({ row: { original } }) =>
      original.systems === 0 ? "—" : `${original.systemsSolved}/${original.systems}`,
  }),
  column.accessor(passedShare, {
    id: "passed",
    header: "Attempts passed",
    meta: numeric("num whitespace-nowrap"),
    cell: ({ row }) => <SolveRate attempts={row.original.attempts} />,
  }),
  column.accessor((row) => row.measures.discrimination, {
    id: "discrimination",
    header: "Discrim.",
    meta: numeric(
      `num ${WIDE}`,
      "Discrimination: correlation of solving it with how a system does at the other instances",
    ),
    cell: ({ row }) => fixed3(row.original.measures.discrimination),
  }),
  column.accessor((row) => row.measures.medianMs, {
    id: "duration",
    header: "Median run",
    meta: numeric(`num whitespace-nowrap ${WIDE}`),
    cell: ({ row }) => duration(row.original.measures.medianMs),
  }),
  column.accessor((row) => flakeRate(row.measures.reruns), {
    id: "flake",
    header: "Flake rate",
    meta: numeric(`num whitespace-nowrap ${WIDE}`, "Second runs that ended otherwise"),
    cell: ({ row }) => <FlakeRate reruns={row.original.measures.reruns} />,
  }),
]);

function InstanceName({ row }: { row: InstanceRow }) {
  return (
    <>
      <a href={row.href} className="font-mono">
        {row.id}
      </a>
      {row.title && <span className="block text-muted wrap-anywhere">{visibleText(row.title)}</span>}
      <span className="block text-muted sm:hidden">{row.repoName}</span>
      <span className="block text-muted whitespace-nowrap sm:hidden">{gateText(row.gate)}</span>
    </>
  );
}
