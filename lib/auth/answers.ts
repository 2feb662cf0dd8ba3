/** A refusal of the API: what is wrong and how to mend it. 401 asks for a key, 403 and 404 do not. */
export function refusal(
  status: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 503,
  message: string,
  mend = status === 401 ? "Your account page makes API keys." : "",
): Response {
  return Response.json(
    { error: { message, mend } },
    {
      status,
      headers: {
        "Cache-Control": "no-store",
        ...(status === 401 ? { "WWW-Authenticate": 'Bearer realm="SWE-game-bench"' } : {}),
      },
    },
  );
}
