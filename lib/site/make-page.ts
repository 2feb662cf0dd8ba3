import { mkdtempSync, rmSync } from "node:fs";
import { request as ask, createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Answer, makeAnswer } from "./answer";
import type { Asked } from "./cacheable";

export type PageMaker = { make: (asked: Asked) => Promise<Answer>; close: () => void };

/** Asks the site itself for whole answers, over a socket that nobody else can reach. */
export async function startPageMaker(site: RequestListener): Promise<PageMaker> {
  const folder = mkdtempSync(path.join(tmpdir(), "swe-game-bench-site-"));
  const socketPath = path.join(folder, "pages.sock");
  const server = createServer(site);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, resolve);
  });
  return {
    make: (asked) => make(socketPath, asked),
    close: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function make(socketPath: string, asked: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...asked.headers, "accept-encoding": "identity" };
    const request = ask({ socketPath, path: asked.path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () =>
        makeAnswer(response.statusCode ?? 500, response.headers, Buffer.concat(chunks)).then(resolve, reject),
      );
    });
    request.once("error", reject);
    request.end();
  });
}
