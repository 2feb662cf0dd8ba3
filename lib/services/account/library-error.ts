/** The code of an error that the sign-in library throws for a refused request; null for any other error. */
export function refusedCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("body" in error) || !("statusCode" in error)) return null;
  if (typeof error.statusCode !== "number" || error.statusCode >= 500) return null;
  const { body } = error;
  if (body === null || typeof body !== "object" || !("code" in body)) return "";
  return String(body.code);
}
