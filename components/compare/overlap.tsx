import { counted } from "@/components/ui/format";
import { OVERLAPS, type Overlap } from "@/lib/domain/comparison";
import type { ComparisonView } from "@/lib/domain/comparison-view";

const WIDTH = 240;
const WORDS: Record<Overlap, string> = {
  all: "solved by all",
  some: "solved by several, not all",
  one: "solved by one alone",
  none: "solved by none",
  open: "not known yet",
};

/** How many instances all, several, one or none of the systems solved. */
export function OverlapTable({ view: { systems, instances, alone } }: { view: ComparisonView }) {
  const counts = OVERLAPS.map((overlap) => ({
    overlap,
    count: instances.filter((one) => one.overlap === overlap).length,
  })).filter(({ overlap, count }) => count > 0 || !(overlap === "open" || overlap === "some"));
  return (
    <table className="data-table max-w-prose">
      <caption className="sr-only">Instances by how many of the systems solved them</caption>
      <tbody>
        {counts.map(({ overlap, count }) => (
          <tr key={overlap}>
            <th scope="row" className="font-normal">
              {WORDS[overlap]}
              {overlap === "one" && count > 0 && (
                <span className="block text-muted">
                  {systems
                    .flatMap(({ letter }, index) => (alone[index] ? [`${letter} ${alone[index]}`] : []))
                    .join(", ")}
                </span>
              )}
            </th>
            <td className="num whitespace-nowrap">{counted(count, "instance")}</td>
            <td>
              <svg
                width={WIDTH}
                height="10"
                viewBox={`0 0 ${WIDTH} 10`}
                aria-hidden="true"
                className="mt-1 block max-w-full"
              >
                <path d={`M0 5H${WIDTH}`} className="stroke-line" strokeWidth="1" />
                <path
                  d={`M0 5H${Math.round((WIDTH * count) / Math.max(1, instances.length))}`}
                  className={overlap === "none" || overlap === "open" ? "stroke-muted" : "stroke-passed"}
                  strokeWidth="10"
                />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
