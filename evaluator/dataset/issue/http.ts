/** One HTTP exchange, bounded in time and size. */
export type HttpRequest = {
  url: string;
  method?: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string;
  maxBytes: number;
  timeoutMs: number;
  signal?: AbortSignal;
};

export type HttpReply = {
  status: "answered";
  code: number;
  headers: Headers;
  body: Buffer;
  /** True when the answer is longer than `maxBytes`; `body` is its beginning. */
  truncated: boolean;
};
export type HttpFailure = { status: "unreachable"; message: string; cause: unknown };

/** Sends one request and never follows a redirect by itself. Throws only when the caller aborts. */
export async function exchange(request: HttpRequest): Promise<HttpReply | HttpFailure> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  try {
    const response = await fetch(request.url, {
      method: request.method ?? "GET",
      headers: { ...request.headers },
      body: request.body,
      redirect: "manual",
      signal,
    });
    const { body, truncated } = await readBounded(response, request.maxBytes);
    return { status: "answered", code: response.status, headers: response.headers, body, truncated };
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    const message = timeout.aborted
      ? `${hostOf(request.url)} did not answer within ${Math.round(request.timeoutMs / 1000)} s`
      : `${hostOf(request.url)} could not be reached (${reasonOf(cause)})`;
    return { status: "unreachable", message, cause };
  }
}

async function readBounded(response: Response, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    chunks.push(value);
    if (size > maxBytes) {
      await reader.cancel();
      break;
    }
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: size > maxBytes };
}

/** The innermost code or message: fetch hides "ECONNREFUSED" under "fetch failed". */
function reasonOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
    if (code !== undefined) return code;
    if (!(cause.cause instanceof Error)) return cause.message;
  }
  return String(error);
}

function hostOf(url: string): string {
  return new URL(url).host;
}
