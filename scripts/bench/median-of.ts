import { median } from "@/lib/domain/statistics/median";

/** The median of a measurement. @throws RangeError when nothing was measured. */
export function medianOf(values: readonly number[]): number {
  const middle = median(values);
  if (middle === null) throw new RangeError("a benchmark needs at least one run");
  return middle;
}
