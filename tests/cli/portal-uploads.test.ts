import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attempts, experiments, patches, uploads, users } from "@/lib/db/schema";
import { sweepUploads } from "@/lib/services/portal/discard";
import { countRows } from "@/tests/support/database";
import { type Account, PortalSite } from "@/tests/support/portal-site";
import { SAMPLE_IDS, sampleFile } from "./support/predictions-files";

const MB = 1_000_000;

let site: PortalSite;
let alice: Account;
beforeAll(async () => {
  site = new PortalSite();
  await site.start();
  alice = await site.account("alice");
});
afterAll(() => site.close());

const uploadsFolder = (of: PortalSite) => path.join(of.dataDir, "uploads");
const partFiles = (of: PortalSite) => readdirSync(uploadsFolder(of));

/** A file of about this size, row by row: patches that hardly shrink and never apply. */
function* largeFile(megabytes: number): Generator<Buffer> {
  const line = `+${"0123456789abcdef".repeat(8)}\n`;
  const lines = Math.floor((megabytes * MB) / 100 / (line.length + 1));
  for (const instance_id of SAMPLE_IDS) {
    for (let run_id = 1; run_id <= 10; run_id += 1) {
      const model_patch = `${instance_id} ${run_id}\n${line.repeat(lines)}`;
      const row = { instance_id, run_id, agent: "large", model: "none", model_patch };
      yield Buffer.from(`${JSON.stringify(row)}\n`);
    }
  }
}

/** Sends pieces as they come, chunked or with a length; gives the answer. */
function send(
  of: PortalSite,
  account: Account,
  pieces: Iterable<Buffer>,
  length?: number,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(`${of.url}/api/v1/submissions?set=sample&name=large.jsonl`, {
      method: "POST",
      // A connection of its own: what a broken request leaves on one would be read as the next.
      agent: false,
      headers: {
        Authorization: `Bearer ${account.key}`,
        "Content-Type": "application/octet-stream",
        ...(length === undefined ? {} : { "Content-Length": length }),
      },
    });
    call.on("response", (response) => {
      let body = "";
      response.on("data", (part: Buffer) => {
        body += part.toString();
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on("error", reject);
    void (async () => {
      for (const piece of pieces) {
        if (call.destroyed || call.writableEnded) return;
        if (!call.write(piece))
          await Promise.race([new Promise((done) => call.once("drain", done)), delay(5000)]);
      }
      call.end();
    })();
  });
}

/** Starts an upload, sends some of it, and gives the open connection. */
async function halfSent(of: PortalSite, account: Account, bytes: Buffer) {
  const socket = connect(of.port, "127.0.0.1");
  socket.on("error", () => undefined);
  const head = [
    "POST /api/v1/submissions?set=sample HTTP/1.1",
    `Host: 127.0.0.1:${of.port}`,
    `Authorization: Bearer ${account.key}`,
    `Content-Length: ${bytes.length * 2}`,
    "",
    "",
  ];
  socket.write(head.join("\r\n"));
  socket.write(bytes);
  for (let tries = 0; tries < 100 && partFiles(of).length === 0; tries += 1) await delay(50);
  expect(partFiles(of)).toHaveLength(1);
  return socket;
}

test("200 MB arrive whole, in memory that is bounded, and are stored once", async () => {
  await (
    await site.upload(
      alice,
      sampleFile(() => null),
    )
  ).text();
  const before = site.peakMemory();
  const total = [...largeFile(198)].reduce((sum, piece) => sum + piece.length, 0);
  expect(total).toBeGreaterThan(190 * MB);
  const { status, body } = await send(site, alice, largeFile(198), total);
  expect({ status, body: status === 201 ? "" : body }).toEqual({ status: 201, body: "" });
  expect(JSON.parse(body)).toMatchObject({ submission: { state: "draft", bytes: total, rows: 100 } });
  const grown = site.peakMemory() - before;
  console.log(`A ${Math.round(total / MB)} MB upload: ${before} MB before, ${before + grown} MB at most.`);
  expect(grown).toBeLessThan(150);
  expect(partFiles(site)).toEqual([]);
});

test("one byte more than is taken is refused at once, and nothing of it stays", async () => {
  const { status, body } = await send(site, alice, [], 200 * MB + 1).catch(() => ({
    status: 413,
    body: "{}",
  }));
  expect(status).toBe(413);
  expect(body).toMatch(/200 MB|^\{\}$/);
  expect(partFiles(site)).toEqual([]);
});

test("a connection that is cut in the middle leaves nothing, and the next upload goes through", async () => {
  const rows = site.database((database) => countRows(database, uploads));
  const socket = await halfSent(site, alice, Buffer.from(sampleFile(() => "half")));
  socket.destroy();
  for (let tries = 0; tries < 100 && partFiles(site).length > 0; tries += 1) await delay(50);
  expect(partFiles(site)).toEqual([]);
  expect(site.database((database) => countRows(database, uploads))).toBe(rows);
  expect(
    (
      await site.upload(
        alice,
        sampleFile(() => "half"),
      )
    ).status,
  ).toBe(201);
});

test("a server killed in the middle keeps nothing of it once upkeep has run, and loses nothing else", async () => {
  const kept = site.database((database) => [countRows(database, uploads), countRows(database, experiments)]);
  await halfSent(site, alice, Buffer.from(sampleFile(() => "killed")));
  await site.stop(site.server, "SIGKILL");
  expect(partFiles(site)).toHaveLength(1);
  await site.start();
  expect(
    (
      await site.upload(
        alice,
        sampleFile(() => null),
      )
    ).status,
  ).toBe(200);
  for (const name of partFiles(site)) utimesSync(path.join(uploadsFolder(site), name), 0, 0);
  const database = site.database.bind(site);
  const { openDatabase } = await import("@/lib/db/client");
  const open = openDatabase(path.join(site.dataDir, "swe-game-bench.sqlite"));
  try {
    expect(await sweepUploads(open)).toMatchObject({ files: 1 });
  } finally {
    open.close();
  }
  expect(partFiles(site)).toEqual([]);
  expect(database((one) => [countRows(one, uploads), countRows(one, experiments)])).toEqual(kept);
  expect(
    (
      await site.upload(
        alice,
        sampleFile(() => "killed"),
      )
    ).status,
  ).toBe(201);
});

test("the same file twenty times at once is one upload, one experiment, one hundred attempts", async () => {
  const bob = await site.account("bob");
  const file = sampleFile((id, run) => `${id} ${run} at once`, { agent: "at-once" });
  const answers = await Promise.all(Array.from({ length: 20 }, () => site.upload(bob, file)));
  const taken = answers.filter((answer) => answer.status === 201 || answer.status === 200);
  for (const answer of answers) expect([200, 201, 429]).toContain(answer.status);
  const ids = await Promise.all(
    taken.map(async (one) => ((await one.json()) as { submission: { id: string } }).submission.id),
  );
  expect(new Set(ids).size).toBe(1);
  const confirmed = await Promise.all(
    Array.from({ length: 10 }, () => site.api(bob, `submissions/${ids[0]}/confirm`, { method: "POST" })),
  );
  expect(confirmed.map((one) => one.status)).toEqual(Array.from({ length: 10 }, () => 200));
  const mine = site.database((database) => {
    const rows = database.query
      .select()
      .from(experiments)
      .all()
      .filter((one) => one.agent === "at-once");
    const all = database.query.select().from(attempts).all();
    return { rows: rows.length, attempts: all.filter((one) => one.experimentId === rows[0]?.id).length };
  });
  expect(mine).toEqual({ rows: 1, attempts: 100 });
});

test("news comes as events, goes on after a break where it was, and a stopping server waits for none", async () => {
  const answer = await site.upload(
    alice,
    sampleFile(() => "for the news"),
  );
  const { id, version } = ((await answer.json()) as { submission: { id: string; version: string } })
    .submission;
  const events = await site.api(alice, `submissions/${id}/events`);
  expect(events.headers.get("content-type")).toContain("text/event-stream");
  const reader = events.body?.getReader();
  const textOf = async () => new TextDecoder().decode((await reader?.read())?.value);
  let first = "";
  while (!first.includes("\n\n") || !first.includes("data:")) first += await textOf();
  expect(first).toContain(`id: ${version}`);
  expect(await site.stop()).toBeLessThan(2000);
  await site.start();
  const again = await site.api(alice, `submissions/${id}/events`, { headers: { "Last-Event-ID": version } });
  const rest = again.body?.getReader();
  const next = new TextDecoder().decode((await rest?.read())?.value);
  expect(next).toBe("retry: 3000\n\n");
  await site.api(alice, `submissions/${id}`, { method: "DELETE" });
  const change = new TextDecoder().decode((await rest?.read())?.value);
  expect(change).toContain('"state":"discarded"');
  expect((await rest?.read())?.done).toBe(true);
});

test("news ends at once for whoever is blocked while the stream is open", async () => {
  const dora = await site.account("dora");
  const answer = await site.upload(
    dora,
    sampleFile(() => "for the blocked"),
  );
  const { submission } = (await answer.json()) as { submission: { id: string } };
  const reader = (await site.api(dora, `submissions/${submission.id}/events`)).body?.getReader();
  site.database(({ query }) =>
    query.update(users).set({ banned: true, banReason: "a test" }).where(eq(users.id, dora.id)).run(),
  );
  let told = "";
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    told += new TextDecoder().decode(value);
  }
  expect(told).toContain("event: gone");
});

describe("a full disk", () => {
  let small: PortalSite;
  let owner: Account;
  const disk = mkdtempSync(path.join(tmpdir(), "sgb-small-disk-"));

  beforeAll(async () => {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=40m", "tmpfs", disk]);
    mkdirSync(path.join(disk, "data"));
    small = new PortalSite({
      SWE_GAME_BENCH_DATA_DIR: path.join(disk, "data"),
      SWE_GAME_BENCH_UPLOAD_FREE_MB: "0",
    });
    await small.start();
    owner = await small.account("carol");
  });
  afterAll(async () => {
    await small.close();
    execFileSync("umount", [disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  test("is told before a file comes that does not fit, and while one comes whose size nobody knew", async () => {
    const known = await send(small, owner, [], 150 * MB).catch(() => null);
    if (known !== null) expect(known.status).toBe(507);
    const { status, body } = await send(small, owner, largeFile(100));
    expect(status).toBe(507);
    expect(body).toContain("disk of this installation is full");
    expect(partFiles(small)).toEqual([]);
  });

  test("also when it fills while patches are stored, and leaves no half of a submission", async () => {
    const sizes = { used: 18, file: 14 };
    execFileSync("dd", ["if=/dev/zero", `of=${path.join(disk, "other")}`, "bs=1M", `count=${sizes.used}`], {
      stdio: "ignore",
    });
    const { status } = await send(small, owner, largeFile(sizes.file));
    expect(status).toBe(507);
    expect(partFiles(small)).toEqual([]);
    small.database((database) => {
      expect(countRows(database, uploads)).toBe(0);
      expect(countRows(database, experiments)).toBe(0);
    });
    rmSync(path.join(disk, "other"));
    expect(
      (
        await small.upload(
          owner,
          sampleFile(() => "small again"),
        )
      ).status,
    ).toBe(201);
    expect(small.database((database) => countRows(database, patches))).toBeGreaterThan(0);
  });
});
