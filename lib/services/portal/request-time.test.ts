import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { allowLongUploads } from "./request-time";

/** Sends a body for longer than the server allows at first; gives the status, or what broke. */
async function slowUpload(): Promise<number | string> {
  const limits = { requestTimeout: 200, headersTimeout: 150, connectionsCheckingInterval: 30 };
  const server = createServer(limits, (incoming, answer) => {
    incoming.resume().on("end", () => answer.end());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve) => {
      const call = request({ port, host: "127.0.0.1", method: "POST" }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      call.on("error", (error) => resolve(error.message));
      void (async () => {
        for (let piece = 0; piece < 12 && !call.destroyed; piece += 1) {
          call.write("x".repeat(100));
          await delay(60);
        }
        call.end();
      })();
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("a body may take longer than Node allows, once it is told so", async () => {
  expect(await slowUpload()).not.toBe(200);
  allowLongUploads();
  expect(await slowUpload()).toBe(200);
});
