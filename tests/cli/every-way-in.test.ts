import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiKeys, attempts, experiments, submissions, uploads } from "@/lib/db/schema";
import { CHART_IDS } from "@/lib/domain/charts";
import { REPORT_NAMES } from "@/lib/domain/links";
import { startAudit } from "@/lib/services/audit/start";
import { seedSite } from "@/tests/e2e/seed/seed";
import {
  actionBodies,
  actionsInSource,
  addressOf,
  everyAction,
  everyWayIn,
  type Method,
  type WayIn,
} from "@/tests/support/every-way";
import { type Account, PortalSite } from "@/tests/support/portal-site";
import { root } from "./support/command";
import { sampleFile } from "./support/predictions-files";
import { ALL, RULES, STRANGERS, uploadRow, type Who } from "./support/ways-in";

let site: PortalSite;
let people: Record<"stranger" | "owner" | "maintainer", Account>;
let headers: Record<Who, Record<string, string>>;
/** What is Alice's: a dry run, a hidden submission with its experiment, a key; and what maintainers see. */
let ids: {
  draft: string;
  hidden: string;
  experiment: string;
  key: string;
  audit: string;
  evaluation: string;
  waiting: string;
  public: string;
};

beforeAll(async () => {
  site = new PortalSite();
  const { dataDir, runsDir, dir } = site;
  seedSite({ root, dataDir, runsDir, benchmarkDir: path.join(dir, "benchmark") });
  await site.start();
  const [owner, stranger, maintainer] = [
    await site.account("alice"),
    await site.account("mallory"),
    await site.account("marge", "maintainer"),
  ];
  people = { owner, stranger, maintainer };
  headers = {
    nobody: {},
    stranger: { cookie: await site.session(stranger) },
    key: { Authorization: `Bearer ${stranger.key}` },
    owner: { cookie: await site.session(owner) },
    maintainer: { cookie: await site.session(maintainer) },
  };
  const answer = await site.upload(
    owner,
    sampleFile(() => null, { agent: "private-draft" }),
  );
  const { submission } = (await answer.json()) as { submission: { id: string } };
  ids = { ...hideOne(owner), draft: submission.id };
}, 300_000);
afterAll(() => site.close());

/** Gives seeded things to the owner and hides them. */
function hideOne(owner: Account): Omit<typeof ids, "draft"> {
  return site.database((database) => {
    const q = database.query;
    const all = q.select().from(experiments).all();
    const named = (agent: string) => {
      const one = all.find((row) => row.agent === agent);
      if (!one) throw new Error(`${agent} is not seeded.`);
      return one;
    };
    const mine = named("synthetic-weak");
    q.update(experiments).set({ agent: "private-agent" }).where(eq(experiments.id, mine.id)).run();
    const change = { userId: owner.id, visibility: "hidden" } as const;
    q.update(submissions).set(change).where(eq(submissions.id, mine.submissionId)).run();
    const waiting = named("synthetic-queued");
    q.update(submissions).set({ approval: "waiting" }).where(eq(submissions.id, waiting.submissionId)).run();
    const row = uploadRow(owner.id, mine.id);
    q.insert(uploads).values(row).run();
    const strong = named("synthetic-strong");
    const audit = startAudit(database, {
      experimentId: strong.id,
      share: 1,
      actor: { id: "cli", name: "Seeded" },
    });
    if (audit.status === "refused") throw new Error(audit.message);
    const attempt = q
      .select()
      .from(attempts)
      .where(sql`${attempts.experimentId} = ${mine.id} and ${attempts.evaluationId} is not null`)
      .get();
    const key = q.select().from(apiKeys).where(eq(apiKeys.userId, owner.id)).get();
    return {
      hidden: row.id,
      experiment: mine.id,
      key: key?.id ?? "",
      audit: audit.auditId,
      evaluation: attempt?.evaluationId ?? "",
      waiting: waiting.submissionId,
      public: strong.id,
    };
  });
}

/** The addresses of a file: with the ids of what is private. */
function addressesOf({ file }: WayIn): string[] {
  const parameters = { instanceId: "sample-packrat-2", runId: "1", all: "get-session", name: "unity.log" };
  const at = (id: string, more: Record<string, string> = {}) =>
    addressOf(file, { ...parameters, id, action: "", ...more });
  if (file === "api/v1/charts/route.ts")
    return CHART_IDS.map((chart) => `${at("")}?set=sample&chart=${chart}`);
  if (/^(api\/v1\/)?compare\//.test(file))
    return [`${at("")}?set=sample&systems=${ids.experiment},${ids.public}`];
  if (file === "api/v1/leaderboard/route.ts") return [`${at("")}?set=sample&incomplete=true`];
  if (file.startsWith("changes/[id]")) return [at("1")];
  if (file.includes("instances/[id]")) return [at("sample-packrat-2")];
  if (file.includes("reports/[name]")) return [at(ids.experiment, { name: REPORT_NAMES[0] })];
  if (file.includes("evaluations/[id]")) return [at(ids.evaluation)];
  if (file.includes("audits/[id]")) return [at(ids.audit)];
  if (file.includes("[action]"))
    return ["confirm", "cancel", "withdraw", "hide", "show", "rerun"].flatMap((action) => [
      at(ids.hidden, { action }),
      at(ids.draft, { action }),
    ]);
  if (file.includes("submissions/[id]")) return [at(ids.hidden), at(ids.draft)];
  return [at(ids.experiment)];
}

/** Everything that is kept, but for what is the stranger's own and what counts tries. */
function everythingElse(): string {
  return site.database(({ connection }) => {
    const tables = connection
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .pluck()
      .all() as string[];
    return tables
      .filter((table) => table !== "throttles")
      .flatMap((table) =>
        connection
          .prepare(`select * from "${table}" order by 1`)
          .all()
          .map((row) => `${table} ${JSON.stringify(row)}`),
      )
      .filter((line) => !line.includes(people.stranger.id))
      .join("\n");
  });
}

const call = (who: Who, address: string, init: RequestInit = {}) =>
  fetch(`${site.url}${address}`, {
    redirect: "manual",
    ...init,
    headers: { Origin: site.url, ...headers[who], ...(init.headers as Record<string, string>) },
  });

/** The head of a stream is enough, and all of everything else. */
async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get("content-type")?.includes("event-stream")) return await answer.text();
  const { value } = (await answer.body?.getReader().read()) ?? {};
  return new TextDecoder().decode(value);
}

describe("every page and address of data", () => {
  test("has a rule here", () => {
    expect(
      everyWayIn()
        .map(({ file }) => file)
        .filter((file) => !(file in RULES)),
    ).toEqual([]);
    for (const { file, methods } of everyWayIn())
      expect(Object.keys(RULES[file] ?? {}), file).toEqual(methods);
  });

  /** Everything about an answer that its rule does not allow. */
  async function wrongs(way: WayIn, method: Method, address: string): Promise<unknown[]> {
    const wrong: unknown[] = [];
    for (const [index, status] of (RULES[way.file]?.[method] ?? []).entries()) {
      const who = ALL[index] ?? "nobody";
      const answer = await call(who, address, { method });
      const text = await textOf(answer);
      if (answer.status !== status) wrong.push([method, address, who, answer.status, "not", status]);
      if (STRANGERS.includes(who) && /private-(agent|draft)/.test(text))
        wrong.push([method, address, who, "tells of what is private"]);
    }
    return wrong;
  }

  test("answers nobody, another account by session and by key, the owner and a maintainer as its rule says", async () => {
    const before = everythingElse();
    const wrong: unknown[] = [];
    for (const way of everyWayIn())
      for (const method of way.methods)
        for (const address of addressesOf(way)) wrong.push(...(await wrongs(way, method, address)));
    expect(wrong).toEqual([]);
    expect(everythingElse()).toBe(before);
  }, 240_000);

  test("tells a soft navigation no more than a whole page", async () => {
    for (const way of everyWayIn().filter(({ file }) => file.endsWith("page.tsx")))
      for (const address of addressesOf(way))
        for (const who of STRANGERS) {
          const text = await (await call(who, `${address}?_rsc=1`, { headers: { RSC: "1" } })).text();
          expect(text, `${address} ${who}`).not.toMatch(
            /private-(agent|draft)|Mark verified|Publish an entry/,
          );
        }
  }, 240_000);

  test("takes a name that is no text for one that is not there, and guards pages of any name", async () => {
    for (const { file } of everyWayIn().filter((way) => way.file.includes("[id]")))
      for (const odd of ["%25E0%25A4%25A", "%00", "..%2f..%2fpackage.json", "__proto__"]) {
        const parameters = { instanceId: odd, runId: "1", name: odd, action: "hide", id: odd };
        const answer = await call("maintainer", addressOf(file, parameters), {
          method: file.includes("[action]") ? "POST" : "GET",
        });
        expect(answer.status, `${file} ${odd}`).toBeLessThan(500);
        await answer.text();
      }
    const page = await call("nobody", "/icons", { headers: { "x-nonce": "told-by-the-sender" } });
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page.text()).not.toContain("told-by-the-sender");
  });

  test("has no method that nobody thought of", async () => {
    for (const way of everyWayIn())
      for (const method of way.others) {
        const answer = await call("maintainer", addressesOf(way)[0] ?? "/", { method });
        expect([405, 404], `${method} ${way.file}`).toContain(answer.status);
      }
  });
});

describe("every action", () => {
  const CONSOLE = /^app\/maintain\//;
  const SUBMISSION = /^app\/submissions\//;
  /** Of one's own account; whoever sends them speaks for themselves alone. */
  const OWN = /^app\/(account|sign-in|sign-up|reset-password)\//;

  test("has a rule here, and the build knows those of the source and no others", () => {
    const known = everyAction().map((action) => action.name);
    expect(known.sort()).toEqual(actionsInSource());
    for (const name of known)
      expect(name).toMatch(new RegExp(`${CONSOLE.source}|${SUBMISSION.source}|${OWN.source}`));
  });

  const common = () => ({
    experimentId: ids.public,
    auditId: ids.audit,
    keyId: ids.key,
    role: "maintainer",
    blocked: "yes",
    share: "100",
    seed: "s",
    set: "sample",
    title: "A title",
    text: "A text that is long enough to stand.",
    note: "A note that is long enough.",
    reason: "A reason that is long enough to stand here.",
  });

  /** All forms that might do something to what is not the sender's. */
  function formsOf(name: string): Record<string, string>[] {
    if (SUBMISSION.test(name)) return [ids.hidden, ids.draft].flatMap(manageForms);
    if (CONSOLE.test(name))
      return [people.owner.id, people.stranger.id].map((userId) => ({
        ...common(),
        id: ids.waiting,
        userId,
      }));
    const login = { login: people.owner.email, email: people.owner.email, username: "alice" };
    const word = { current: "wrong password", password: "another password", oneTime: "aaaa" };
    return [{ ...common(), ...login, ...word, userId: people.owner.id, keyName: "k", days: "30", name: "M" }];
  }

  const manageForms = (id: string) =>
    ["cancel", "hide", "show", "rerun", "discard", "withdraw"].map((what) => ({ ...common(), id, what }));

  /** Sends a form in both ways to the page of the action and to one that everybody may open. */
  async function send(who: Who, name: string, fields: Record<string, string>): Promise<number[]> {
    const action = everyAction().find((one) => one.name === name);
    const page =
      action?.pages.find((one) => CONSOLE.test(`app/${one}`) || !one.startsWith("maintain")) ?? "page";
    const id = page.includes("audits")
      ? ids.audit
      : page.includes("submissions")
        ? (fields.id ?? "")
        : ids.public;
    const own = addressOf(page, { id, instanceId: "sample-packrat-2", runId: "1" });
    const statuses: number[] = [];
    const [byScript, plain] = actionBodies(action?.id ?? "", fields);
    for (const [address, sent] of [
      [own, byScript],
      [own, plain],
      // Knows none of these actions.
      ["/docs", byScript],
    ] as const) {
      const answer = await call(who, address, { method: "POST", headers: sent.headers, body: sent.body });
      await answer.text();
      if (address === own) statuses.push(answer.status);
    }
    return statuses;
  }

  async function tryAs(who: Who, name: string): Promise<void> {
    for (const fields of formsOf(name)) {
      const statuses = await send(who, name, fields);
      if (CONSOLE.test(name) && who === "stranger") expect(statuses, name).toEqual([404, 404]);
    }
    // These end the sender's own session.
    if (name.includes("signOut") || name.includes("Password"))
      headers.stranger = { cookie: await site.session(people.stranger) };
  }

  test("changes nothing for nobody and for another account", async () => {
    const before = everythingElse();
    // A key speaks for nobody here: actions know sessions alone.
    for (const { name } of everyAction())
      for (const who of ["nobody", "stranger"] as const) await tryAs(who, name);
    expect(everythingElse()).toBe(before);
    const me = await (await call("key", "/api/v1/me")).json();
    expect(me).toMatchObject({ role: "submitter" });
  }, 240_000);

  test("sent the same way by whom it is for, does change something", async () => {
    for (const [who, name, index] of [
      ["maintainer", "app/maintain/actions.ts noteAction", 0],
      ["maintainer", "app/maintain/actions.ts cancelAuditAction", 0],
      ["owner", "app/submissions/[id]/actions.ts manageAction", 2],
      ["owner", "app/submissions/[id]/actions.ts confirmAction", 6],
      ["owner", "app/account/actions.ts revokeKeyAction", 0],
    ] as const) {
      const before = everythingElse();
      await send(who, name, { ...formsOf(name)[index] });
      expect(everythingElse(), name).not.toBe(before);
    }
  });
});
