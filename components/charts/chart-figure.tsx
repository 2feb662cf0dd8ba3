import { counted } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import type { ChartData, ChartRow } from "@/lib/domain/charts";
import { letterOf } from "@/lib/domain/comparison-view";
import { ChartCanvas } from "./chart-canvas";
import { valueText } from "./values";

type ChartFigureProps = { chart: ChartData; csvHref: string; jsonHref: string };

/** One question, its picture, and its numbers as a table and as files. */
export function ChartFigure({ chart, csvHref, jsonHref }: ChartFigureProps) {
  const { id, title, note, rows, omitted } = chart;
  return (
    <Section
      id={id}
      title={title}
      note={
        <>
          {note}
          {omitted > 0 && ` ${counted(omitted, "more system")} left out: filter to see others.`}
        </>
      }
    >
      {rows.length === 0 ? (
        <p className="text-small text-muted">
          {id === "cost" ? "No submission shown here tells its cost." : "No system shown here has a Score."}
        </p>
      ) : (
        <figure aria-labelledby={`${id}-title`}>
          <p className="without-script text-small">
            JavaScript draws this picture; its numbers stand in the table below.
          </p>
          {id === "passes" && <Letters rows={rows} />}
          <ChartCanvas chart={chart}>
            <a href={csvHref}>CSV</a>
            <a href={jsonHref} download>
              JSON
            </a>
          </ChartCanvas>
          <ChartTable chart={chart} />
        </figure>
      )}
    </Section>
  );
}

/** Which letter at the end of a line is which system. */
function Letters({ rows }: { rows: readonly ChartRow[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 text-small" aria-label="Lines of the picture">
      {rows.map(({ system }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows never move, and two systems may bear one name
        <li key={index} className="wrap-anywhere">
          <strong>{letterOf(index)}</strong> {system}
        </li>
      ))}
    </ul>
  );
}

function ChartTable({ chart: { id, title, columns, rows } }: { chart: ChartData }) {
  return (
    <details className="mt-2 text-small">
      <summary className="text-muted">The numbers of this chart</summary>
      <ScrollRegion label={`Numbers: ${title}`} className="mt-2 max-h-96">
        <table className="data-table">
          <thead>
            <tr>
              {columns.map(({ key, label, kind }) => (
                <th key={key} scope="col" className={kind === "text" ? undefined : "num"}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move, and two systems may bear one name
              <tr key={`${id} ${index}`}>
                {columns.map(({ key, kind }, place) =>
                  place === 0 ? (
                    <th key={key} scope="row" className="font-normal wrap-anywhere">
                      {valueText(row[key], kind)}
                    </th>
                  ) : (
                    <td key={key} className="num whitespace-nowrap">
                      {valueText(row[key], kind)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
