/**
 * pass@j, the unbiased estimator 1 − C(n−c, j)/C(n, j) for c passes in n attempts.
 * null where n < j: fewer attempts than j cannot say it, not even when c is 0 or n.
 */
export function passAt(n: number, c: number, j: number): number | null {
  if (!Number.isInteger(n) || !Number.isInteger(c) || c < 0 || c > n) {
    throw new RangeError(`passAt: ${c} passes of ${n} attempts is no count`);
  }
  if (j < 1 || n < j) return null;
  if (n - c < j) return 1;
  return n <= EXACT_N ? exact(n, c, j) : product(n, c, j);
}

/** Binomials of n up to here are integers that a double holds exactly. */
const EXACT_N = 50;

/** One division of two exact integers: correctly rounded, so equal fractions give equal doubles. */
function exact(n: number, c: number, j: number): number {
  const all = binomial(n, j);
  return (all - binomial(n - c, j)) / all;
}

function product(n: number, c: number, j: number): number {
  let none = 1;
  for (let i = n - c + 1; i <= n; i += 1) none *= 1 - j / i;
  return 1 - none;
}

function binomial(n: number, j: number): number {
  let value = 1;
  // After each step the value is itself a binomial, so the division leaves no rest.
  for (let step = 1; step <= j; step += 1) value = (value * (n - j + step)) / step;
  return value;
}
