import { mkdtempSync, rmSync } from "node:fs";
import { request as ask, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { createLogger } from "@/lib/log";
import { watchData } from "./data-version";
import { type PageMaker, startPageMaker } from "./make-page";
import { createSiteServer } from "./server";

type Got = { status: number; headers: IncomingMessage["headers"]; body: Buffer };
type Asked = { method?: string; headers?: Record<string, string> };

let folder: string;
let pages: PageMaker;
let server: Server;
let seen: { url: string; headers: IncomingMessage["headers"] }[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "sgb-site-"));
  seen = [];
  const site = (request: IncomingMessage, response: import("node:http").ServerResponse) => {
    const { url = "/", headers } = request;
    seen.push({ url, headers });
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("vary", "rsc");
    response.statusCode = url.includes("absent") ? 404 : 200;
    response.end(`${"page ".repeat(400)}${seen.length} of ${url}`);
  };
  pages = await startPageMaker(site);
  const versionOf = watchData(file());
  server = createSiteServer({ site, pages, versionOf, log: createLogger("test", "silent") });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  server.close();
  server.closeAllConnections();
  pages.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => path.join(folder, "data.sqlite");

function get(address: string, { method = "GET", headers = {} }: Asked = {}): Promise<Got> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = ask({ host: "127.0.0.1", port, path: address, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.once("error", reject);
    request.end();
  });
}

describe("the server of the site", () => {
  test("makes a public page once and answers it from memory, with the headers it was made with", async () => {
    const first = await get("/?set=sample");
    const second = await get("/?set=sample");
    expect(second.body).toEqual(first.body);
    expect(second.body.toString()).toContain("1 of /?set=sample");
    expect(second.headers.vary).toBe("rsc, Accept-Encoding");
    expect(seen).toHaveLength(1);
  });

  test("sends gzip to those who accept it, and the same text to those who do not", async () => {
    const plain = await get("/", { headers: { "accept-encoding": "br, gzip;q=0" } });
    const packed = await get("/", { headers: { "accept-encoding": "br, gzip;q=0.5" } });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    expect(Number(packed.headers["content-length"])).toBe(packed.body.length);
  });

  test("makes a page anew after another connection has written", async () => {
    const database = openDatabase(file());
    database.connection.exec("create table t (x)");
    await get("/");
    await get("/");
    expect(seen).toHaveLength(1);
    database.connection.exec("insert into t values (1)");
    await new Promise((resolve) => setTimeout(resolve, 300));
    await get("/");
    expect(seen).toHaveLength(2);
    database.close();
  });

  test.each<[string, string, Asked]>([
    ["somebody who is signed in", "/", { headers: { cookie: "swe-game-bench.session_token=abc.def" } }],
    ["a call with an API key", "/api/v1/leaderboard", { headers: { authorization: "Bearer sgb_x" } }],
    ["a form", "/", { method: "POST" }],
    ["the pages of an account", "/account", {}],
    ["submissions", "/submissions/s-1", {}],
    ["pages for maintainers", "/maintain", {}],
    ["paths with escapes", "/instances/a%2e", {}],
    ["rows of attempts without end", "/api/v1/experiments/e-1/attempts", {}],
  ])("passes %s to the site each time", async (_, address, asked) => {
    await get(address, asked);
    await get(address, asked);
    expect(seen).toHaveLength(2);
  });

  test("keeps apart what other headers ask for, and lets no others reach a page that is kept", async () => {
    await get("/", {
      headers: { "x-forwarded-host": "evil.example", cookie: "theme=dark", "x-nonce": "mine" },
    });
    await get("/", { headers: { rsc: "1" } });
    await get("/", { headers: { host: "other.example" } });
    await get("/");
    expect(seen).toHaveLength(3);
    expect(Object.keys(seen[0]?.headers ?? {}).sort()).toEqual(["accept-encoding", "connection", "host"]);
    expect(seen.map((one) => one.headers.rsc)).toEqual([undefined, "1", undefined]);
  });

  test("does not keep that a page is missing", async () => {
    expect((await get("/experiments/absent")).status).toBe(404);
    await get("/experiments/absent");
    expect(seen).toHaveLength(2);
  });

  test("refuses an address whose escapes are no text", async () => {
    const got = await get("/x/%E0%A4%A");
    expect([got.status, got.headers["x-content-type-options"]]).toEqual([400, "nosniff"]);
    expect(seen).toHaveLength(0);
  });

  test("asks the site itself when the page cannot be made for keeping", async () => {
    pages.close();
    expect((await get("/")).status).toBe(200);
    expect(seen).toHaveLength(1);
  });
});
