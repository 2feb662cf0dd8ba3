/**
 * p values adjusted for having tested several pairs at once, by Holm's step-down method: the smallest is
 * multiplied by the number of tests, the next by one less, and none becomes smaller than one before it. Keeps
 * the chance of any false alarm among all pairs at the level that is asked for, whatever they have in common.
 * Holm 1979, Scandinavian Journal of Statistics 6. A test without a p is none and stays null.
 */
export function holmAdjusted(values: readonly (number | null)[]): (number | null)[] {
  const tested = values.flatMap((p, index) => (p === null ? [] : [{ p, index }]));
  tested.sort((a, b) => a.p - b.p || a.index - b.index);
  const adjusted: (number | null)[] = values.map(() => null);
  let largest = 0;
  tested.forEach(({ p, index }, place) => {
    largest = Math.max(largest, Math.min(1, p * (tested.length - place)));
    adjusted[index] = largest;
  });
  return adjusted;
}
