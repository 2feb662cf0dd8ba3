/** Addresses of the maintainers' pages. */
export const MAINTAIN = "/maintain";

export const maintainHref = {
  overview: MAINTAIN,
  approvals: `${MAINTAIN}/approvals`,
  flags: `${MAINTAIN}/flags`,
  experiments: `${MAINTAIN}/experiments`,
  events: `${MAINTAIN}/events`,
  accounts: `${MAINTAIN}/accounts`,
  corrections: `${MAINTAIN}/corrections`,
  experiment: (id: string) => `${MAINTAIN}/experiments/${encodeURIComponent(id)}`,
  audit: (id: string) => `${MAINTAIN}/audits/${encodeURIComponent(id)}`,
  file: (evaluationId: string, name: string) =>
    `/api/maintain/evaluations/${encodeURIComponent(evaluationId)}/${encodeURIComponent(name)}`,
} as const;

/** A path with the parameters that are set. */
export function withParams(
  path: string,
  params: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}
