/**
 * The value that would stand at `index` if the values were sorted ascending; reorders `values` on the way.
 * Quickselect with three parts (Hoare's FIND, 1961; equal values set aside as by Dijkstra): resampled means
 * of few instances repeat a lot, and sorting ten thousand of them for two values is most of an interval's cost.
 */
export function selectInPlace(values: Float64Array, index: number): number {
  if (index < 0 || index >= values.length) return Number.NaN;
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = middleOf(at(values, from), at(values, (from + to) >>> 1), at(values, to));
    const [below, above] = partition(values, from, to, pivot);
    if (index < below) to = below - 1;
    else if (index > above) from = above + 1;
    else return pivot;
  }
  return at(values, index);
}

/** Moves smaller values before and larger ones behind those equal to the pivot; gives where the equal ones are. */
function partition(values: Float64Array, from: number, to: number, pivot: number): [number, number] {
  let [below, i, above] = [from, from, to];
  while (i <= above) {
    const value = at(values, i);
    if (value < pivot) swap(values, below++, i++);
    else if (value > pivot) swap(values, i, above--);
    else i += 1;
  }
  return [below, above];
}

function swap(values: Float64Array, i: number, j: number): void {
  const kept = at(values, i);
  values[i] = at(values, j);
  values[j] = kept;
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN;
}
