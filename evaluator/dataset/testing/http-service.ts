import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
export type Answer = { code?: number; headers?: Record<string, string>; body?: string | Buffer | object };

/** A real HTTP server on this machine that answers by a script and remembers what it was asked. */
export async function startService(
  answer: (request: Seen, earlier: number) => Answer | "hang up",
): Promise<{ url: string; seen: Seen[]; stop: () => Promise<void> }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const asked: Seen = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      const earlier = seen.filter((one) => one.path === asked.path).length;
      seen.push(asked);
      const reply = answer(asked, earlier);
      if (reply === "hang up") {
        response.destroy();
        return;
      }
      const { code = 200, headers = {}, body = "" } = reply;
      const raw = typeof body === "string" || Buffer.isBuffer(body);
      response.writeHead(code, { "content-type": "application/json; charset=utf-8", ...headers });
      response.end(raw ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An issue as GitHub's REST API gives it, with the fields that no agent may see. */
export function githubIssue(fields: {
  number: number;
  title: string;
  body: string | null;
  pullRequest?: boolean;
}) {
  return {
    id: 1000 + fields.number,
    number: fields.number,
    title: fields.title,
    user: { login: "reporter", id: 7 },
    labels: [{ name: "fixed in abc1234" }],
    state: "closed",
    comments: 3,
    created_at: "2020-01-01T00:00:00Z",
    closed_at: "2020-02-01T00:00:00Z",
    author_association: "NONE",
    body: fields.body,
    reactions: { "+1": 2 },
    ...(fields.pullRequest ? { pull_request: { merged_at: "2020-02-01T00:00:00Z" } } : {}),
  };
}

/** A clock that sleeps in no time and remembers for how long. */
export function fakeClock(start = Date.parse("2026-01-01T00:00:00Z")) {
  let time = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    random: () => 0.5,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      time += ms;
    },
  };
}

/** The smallest PNG: one transparent dot. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
