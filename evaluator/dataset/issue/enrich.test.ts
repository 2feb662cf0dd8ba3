import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { instanceSchema, repoSchema } from "@/lib/domain/instance";
import { type Answer, fakeClock, githubIssue, PNG, type Seen, startService } from "../testing/http-service";
import { enrichIssues, issueAddress } from "./enrich";
import { mayFetch } from "./image-download";

let dir: string;
let stops: (() => Promise<void>)[] = [];
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "enrich-"));
});
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
  rmSync(dir, { recursive: true, force: true });
});

function entry(number: number, fields: Record<string, unknown> = {}): InstanceEntry {
  const instance = instanceSchema.parse({
    instance_id: `game-${number}`,
    repo: "game",
    issue_number: number,
    base_sha: "a".repeat(40),
    fix_sha: "b".repeat(40),
    target_files: ["A.cs"],
    unity_bucket: "2019.4.36f1",
    ...fields,
  });
  const repo = repoSchema.parse({
    name: "Game",
    url: "https://github.com/own/game.git",
    unity_buckets: ["2019.4.36f1"],
  });
  return {
    instance,
    repo,
    dataset: { dir, instances: [instance], repos: new Map([["game", repo]]), hash: "" },
  };
}

async function service(answer: (request: Seen, earlier: number) => Answer | "hang up") {
  const started = await startService(answer);
  stops.push(started.stop);
  return started;
}

const KEY = "vision-key-123456";
const settings = (url: string, { vision = true, force = false } = {}) => ({
  github: { apiUrl: url, token: undefined },
  vision: vision ? { url: `${url}/v1/`, key: KEY, model: "eyes-1" } : undefined,
  force,
  clock: fakeClock(),
});
const read = (id: string) => readFileSync(path.join(dir, "issues", `${id}.txt`), "utf8");
const completion = (content: unknown) => ({
  body: {
    id: "c1",
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
  },
});

test("each instance's text is written, and a second run asks for nothing unless forced", async () => {
  const { url, seen } = await service(({ path: asked }) => ({
    body: githubIssue({
      number: 1,
      title: `Of ${asked.split("/").at(-1)}`,
      body: "Body ![a](https://x.test/a.png)",
    }),
  }));
  const entries = [entry(1), entry(2)];
  const first = await enrichIssues(entries, settings(url, { vision: false }));
  expect(first.map((item) => item.outcome.status)).toEqual(["written", "written"]);
  expect(read("game-2")).toBe("Of 2\n\nBody [image]\n");
  expect(readdirSync(path.join(dir, "issues"))).toEqual(["game-1.txt", "game-2.txt"]);
  const second = await enrichIssues(entries, settings(url, { vision: false }));
  expect(second.map((item) => item.outcome.status)).toEqual(["kept", "kept"]);
  expect(seen).toHaveLength(2);
  await enrichIssues(entries, settings(url, { vision: false, force: true }));
  expect(seen).toHaveLength(4);
});

test("images are shown to the vision endpoint as data, each once, with its key and not GitHub's token", async () => {
  const { url, seen } = await service(({ path: asked }) => {
    if (asked.startsWith("/repos/"))
      return {
        body: githubIssue({
          number: 1,
          title: "T",
          body: `![a](${url}/img/a.png) <img src="${url}/img/a.png">`,
        }),
      };
    if (asked.startsWith("/img/")) return { headers: { "content-type": "text/html" }, body: PNG };
    return completion([{ type: "text", text: "A ball\nfalls through the floor." }]);
  });
  const options = settings(url);
  await enrichIssues([entry(1), entry(2)], { ...options, github: { apiUrl: url, token: "ghp_secret" } });
  expect(read("game-2")).toBe(
    "T\n\n[image: A ball falls through the floor.] [image: A ball falls through the floor.]\n",
  );
  const asked = seen.filter((one) => one.method === "POST");
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    path: "/v1/chat/completions",
    headers: { authorization: `Bearer ${KEY}` },
  });
  const sent = JSON.parse(asked[0]?.body ?? "{}");
  expect(sent.model).toBe("eyes-1");
  expect(sent.messages[0].content[1].image_url.url).toBe(`data:image/png;base64,${PNG.toString("base64")}`);
  expect(seen.find((one) => one.path === "/img/a.png")?.headers.authorization).toBeUndefined();
});

test("an address in an issue never makes this machine call anything but known image hosts", async () => {
  const trap = await service(() => ({ body: PNG }));
  const { url } = await service(({ path: asked }) => {
    if (asked === "/img/away.png") return { code: 302, headers: { location: `${trap.url}/inside.png` } };
    return {
      body: githubIssue({
        number: 1,
        title: "T",
        body: `![a](${trap.url}/x.png) ![b](http://169.254.169.254/latest) ![c](file:///etc/passwd) ![d](${url}/img/away.png)`,
      }),
    };
  });
  const [item] = await enrichIssues([entry(1)], settings(url));
  expect(read("game-1")).toBe("T\n\n[image] [image] [image] [image]\n");
  expect(trap.seen).toEqual([]);
  expect(item?.outcome).toMatchObject({ status: "written", note: expect.stringContaining("4 as [image]") });
});

test.each([
  ["https://user-images.githubusercontent.com/1/a.png", true],
  ["https://github.com/own/game/assets/1/2", true],
  ["https://i.imgur.com/a.png", true],
  ["http://i.imgur.com/a.png", false],
  ["https://i.imgur.com.evil.test/a.png", false],
  ["https://githubusercontent.com.evil.test/a.png", false],
  ["https://user@github.com/a.png", false],
  ["https://github.com:8443/a.png", false],
  ["/relative.png", false],
])("may %s be fetched: %s", (address, expected) => {
  expect(mayFetch(address, "https://api.github.com")).toBe(expected);
});

test("what is no picture, gone, or declined by the model becomes [image], with the reason told", async () => {
  const { url } = await service(({ path: asked }) => {
    if (asked === "/img/text.png") return { body: "<svg onload=evil>" };
    if (asked === "/img/gone.png") return { code: 404 };
    if (asked === "/img/ok.png") return { body: PNG };
    if (asked.startsWith("/v1"))
      return { code: 400, body: { error: { message: "Invalid image.", type: "invalid_request_error" } } };
    return {
      body: githubIssue({
        number: 1,
        title: "T",
        body: `![](${url}/img/text.png)![](${url}/img/gone.png)![](${url}/img/ok.png)`,
      }),
    };
  });
  const [item] = await enrichIssues([entry(1)], settings(url));
  expect(read("game-1")).toBe("T\n\n[image][image][image]\n");
  expect(item?.outcome).toMatchObject({ note: expect.stringMatching(/no PNG.*404.*400: Invalid image/) });
});

test("a rate limit of the vision endpoint is waited for", async () => {
  const { url } = await service(({ path: asked }, earlier) => {
    if (asked === "/img/a.png") return { body: PNG };
    if (asked.startsWith("/v1"))
      return earlier === 0
        ? { code: 429, headers: { "retry-after": "3" }, body: { error: { code: "rate_limit_exceeded" } } }
        : completion("Seen");
    return { body: githubIssue({ number: 1, title: "T", body: `![](${url}/img/a.png)` }) };
  });
  const options = settings(url);
  await enrichIssues([entry(1)], options);
  expect(read("game-1")).toBe("T\n\n[image: Seen]\n");
  expect(options.clock.slept).toEqual([3000]);
});

test.each([
  [401, { error: { message: "Incorrect API key provided" } }, /401: Incorrect API key/],
  [429, { error: { message: "You exceeded your quota", code: "insufficient_quota" } }, /quota/],
  [200, { hello: "world" }, /no chat completion/],
])(
  "when the vision endpoint cannot serve (%i), nothing is written and the key is told nowhere",
  async (code, body, words) => {
    const { url } = await service(({ path: asked }) => {
      if (asked === "/img/a.png") return { body: PNG };
      if (asked.startsWith("/v1")) return { code, body };
      return { body: githubIssue({ number: 1, title: "T", body: `![](${url}/img/a.png)` }) };
    });
    const [item] = await enrichIssues([entry(1)], settings(url));
    expect(item?.outcome).toMatchObject({
      status: "failed",
      kind: "infrastructure",
      message: expect.stringMatching(words),
    });
    expect(() => read("game-1")).toThrow();
    expect(JSON.stringify(item)).not.toContain(KEY);
  },
);

test("one bad instance does not stop the others, and Ctrl-C stops between two", async () => {
  const stop = new AbortController();
  const { url } = await service(({ path: asked }) =>
    asked.endsWith("/1") ? { code: 404 } : { body: githubIssue({ number: 2, title: "T", body: "B" }) },
  );
  const items = await enrichIssues(
    [entry(1), entry(2), entry(3)],
    settings(url),
    { finished: (_item, done) => done === 2 && stop.abort() },
    stop.signal,
  );
  expect(items.map((item) => item.outcome.status)).toEqual(["failed", "written"]);
});

test("a file that a killed run left empty is fetched again", async () => {
  const { url } = await service(() => ({ body: githubIssue({ number: 1, title: "T", body: "B" }) }));
  await enrichIssues([entry(1)], settings(url));
  writeFileSync(path.join(dir, "issues/game-1.txt"), "");
  const [item] = await enrichIssues([entry(1)], settings(url));
  expect(item?.outcome.status).toBe("written");
});

test("the issue's own address wins over the repository's, and without either there is none", () => {
  expect(issueAddress(entry(5, { issue_url: "https://github.com/fork/other/pull/9" }))).toEqual({
    owner: "fork",
    name: "other",
    number: 9,
  });
  expect(issueAddress(entry(5))).toEqual({ owner: "own", name: "game", number: 5 });
  expect(issueAddress(entry(5, { issue_number: undefined }))).toBeNull();
  const local = entry(5);
  expect(issueAddress({ ...local, repo: { ...local.repo, url: "history:repositories/game" } })).toBeNull();
});
