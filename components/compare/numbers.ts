/** "0.042"; below a thousandth "< 0.001"; "—" where there is no test. */
export function pText(p: number | null): string {
  if (p === null) return "—";
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** "+0.125", "−0.050", "0.000": a difference always tells its direction, with a real minus sign. */
export function signed(value: number | null): string {
  if (value === null) return "—";
  const digits = Math.abs(value).toFixed(3);
  if (Number(digits) === 0) return digits;
  return `${value < 0 ? "−" : "+"}${digits}`;
}

/** What Cohen's words for g are, from its size. */
export function effectWord(g: number | null): string {
  if (g === null) return "no difference";
  const size = Math.abs(g);
  if (size < 0.05) return "negligible";
  return size < 0.15 ? "small" : size < 0.25 ? "medium" : "large";
}
