import { AttemptStrip } from "@/components/attempt-grid/strip";
import { day } from "@/components/ui/format";
import { systemText } from "@/lib/domain/system-text";
import { None, Rank, Rate, ScoreValue } from "./board-cells";
import { boardColumn } from "./board-features";
import { columnName } from "./column-names";
import { Coverage } from "./coverage";
import { Cost, Links } from "./told-cells";
import { VerifiedMark } from "./verified-mark";

/**
 * Every column of the leaderboard in its usual order: rank and agent first, the box for a comparison last,
 * between them those of BOARD_COLUMNS. A column that has a value to sort by has an order of its name.
 */
export const BOARD_COLUMN_DEFS = boardColumn.columns([
  boardColumn.display({
    id: "rank",
    header: "Rank",
    enableHiding: false,
    meta: { headClass: "num", cellClass: "rank num", bracketed: true },
    cell: ({ row, table }) =>
      Rank({ row: row.original, bracket: table.options.meta?.brackets[row.index] ?? null }),
  }),
  boardColumn.accessor("agent", {
    header: "Agent",
    enableHiding: false,
    meta: { cellClass: "system", rowHead: true },
    cell: ({ row: { original } }) => (
      <a href={original.href} className="quiet-link text-base font-medium wrap-anywhere">
        {original.agent}
      </a>
    ),
  }),
  boardColumn.accessor("model", {
    header: "Model",
    meta: { cellClass: "model" },
    cell: ({ row }) => <span className="font-mono wrap-anywhere">{row.original.model}</span>,
  }),
  boardColumn.accessor("temperature", {
    header: columnName("temperature", 0),
    meta: { headClass: "num", cellClass: "temperature num", label: () => "Temperature" },
    cell: ({ row }) => row.original.temperature ?? <None reason="The submission names no temperature" />,
  }),
  boardColumn.accessor("organisation", {
    header: "Organisation",
    enableSorting: false,
    meta: { cellClass: "organisation wrap-anywhere", label: () => "Organisation" },
    cell: ({ row }) => row.original.organisation ?? <None reason="The submitter names none" />,
  }),
  boardColumn.accessor((row) => row.score?.value, {
    id: "score",
    header: "Score",
    meta: { headClass: "num", cellClass: "score num", label: () => "Score" },
    cell: ({ row }) => ScoreValue({ row: row.original }),
  }),
  boardColumn.accessor((row) => row.parseable?.value, {
    id: "parseable",
    header: ({ table }) => columnName("parseable", table.options.meta?.k ?? 0),
    meta: { headClass: "num", cellClass: "rate num", label: () => "parseable" },
    cell: ({ row: { original: row } }) =>
      Rate({ estimate: row.parseable, count: row.counts.parseable, of: row.counts.instances }),
  }),
  boardColumn.accessor((row) => row.fileHit?.value, {
    id: "filehit",
    header: ({ table }) => columnName("filehit", table.options.meta?.k ?? 0),
    meta: { headClass: "num", cellClass: "rate num", label: () => "filehit" },
    cell: ({ row: { original: row } }) =>
      Rate({ estimate: row.fileHit, count: row.counts.fileHit, of: row.counts.instances }),
  }),
  boardColumn.accessor((row) => row.passAtK?.value, {
    id: "pass@k",
    header: ({ table }) => columnName("pass@k", table.options.meta?.k ?? 0),
    meta: { headClass: "num", cellClass: "rate num", label: ({ k }) => columnName("pass@k", k) },
    cell: ({ row: { original: row } }) =>
      Rate({ estimate: row.passAtK, count: row.counts.solved, of: row.counts.instances }),
  }),
  boardColumn.accessor((row) => row.passAt1?.value, {
    id: "pass@1",
    header: "pass@1",
    meta: { headClass: "num", cellClass: "rate num", label: () => "pass@1" },
    cell: ({ row: { original: row } }) =>
      Rate({ estimate: row.passAt1, count: row.attempts.passed, of: row.attempts.counted }),
  }),
  boardColumn.display({
    id: "attempts",
    header: "Attempts",
    meta: { cellClass: "strip-cell", title: "One column an instance, one dash a run" },
    cell: ({ row }) => <AttemptStrip rows={row.original.strip} k={row.original.k} />,
  }),
  boardColumn.accessor((row) => row.coverage.done, {
    id: "coverage",
    header: "Coverage",
    meta: { headClass: "num", cellClass: "coverage num", label: () => "Coverage" },
    cell: ({ row }) => <Coverage coverage={row.original.coverage} stalled={row.original.stalled} />,
  }),
  boardColumn.accessor((row) => row.cost?.usd, {
    id: "cost",
    header: "Cost",
    meta: {
      headClass: "num",
      cellClass: "rate num",
      label: () => "Cost",
      title: "US dollars an attempt, as the submitter tells it",
    },
    cell: ({ row }) => <Cost cost={row.original.cost} />,
  }),
  boardColumn.accessor("createdAt", {
    id: "date",
    header: columnName("date", 0),
    meta: { headClass: "num", cellClass: "date num", label: () => "Submitted" },
    cell: ({ row: { original } }) => (
      <time dateTime={new Date(original.createdAt).toISOString()}>{day(original.createdAt)}</time>
    ),
  }),
  boardColumn.accessor("verified", {
    header: "Verified",
    meta: { cellClass: "verified", label: () => "Verified" },
    cell: ({ row: { original } }) =>
      original.verified ? (
        <VerifiedMark href={original.href} />
      ) : (
        <None reason="No maintainer has confirmed these numbers" />
      ),
  }),
  boardColumn.display({
    id: "links",
    header: "Links",
    meta: { cellClass: "links", label: () => "Links" },
    cell: ({ row }) => <Links row={row.original} />,
  }),
  boardColumn.display({
    id: "compare",
    header: () => <span className="sr-only">Compare</span>,
    enableHiding: false,
    meta: { headClass: "pick", cellClass: "pick" },
    cell: ({ row: { original } }) => (
      <input
        type="checkbox"
        form="compare"
        name="systems"
        value={original.experimentId}
        aria-label={`Compare ${systemText(original)}`}
        title="Choose for a comparison"
      />
    ),
  }),
]);
