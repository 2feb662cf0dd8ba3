import type { Browser, BrowserContext, Page } from "@playwright/test";
import { join } from "./support/accounts";
import {
  actionId,
  addHiddenTraces,
  addWaiting,
  apiAddresses,
  consoleActions,
  consolePages,
  formsOf,
  HIDDEN,
  joinAsMaintainer,
  type SentForm,
  settleAudit,
  snapshot,
} from "./support/maintain";
import { site } from "./support/site";
import { everything, expect, experimentOf, openWith, test, violations } from "./support/test";

test.describe.configure({ mode: "serial" });

const idOf = (href: string) => href.split("/").at(-1) ?? "";
/** A page, and what a soft navigation asks for. */
const WAYS: Record<string, string>[] = [{}, { RSC: "1" }];
const REASON = "The trajectories were read in full, and nothing in them is odd.";

/** Starts an audit from the page of a system and gives its id. */
async function startAudit(page: Page, agent: string): Promise<string> {
  await page.goto(await experimentOf(page, agent));
  await page.getByRole("link", { name: "Audit and verify" }).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toContainText(agent);
  await page.getByRole("button", { name: "Start an audit" }).click();
  await expect(page).toHaveURL(/\/maintain\/audits\/[0-9a-f-]+$/);
  return idOf(page.url());
}

test("a maintainer audits and verifies, and the leaderboard row opens the evidence", async ({ page }) => {
  test.setTimeout(180_000);
  await joinAsMaintainer(page);
  await page.goto("/");
  await page.getByRole("banner").locator("summary").click();
  await page.getByRole("link", { name: "Maintain" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Maintaining" })).toBeVisible();
  await expect(page.getByRole("table", { name: /Workers with/ })).toContainText("test, process 1");

  const auditId = await startAudit(page, "synthetic-close");
  await expect(page.getByText("Nothing compared yet")).toBeVisible();
  expect(settleAudit(auditId, { limit: 3 })).toBe(3);
  // By itself, without loading the page again.
  await expect(page.getByRole("heading", { level: 2, name: /^Agreement: / })).toBeVisible();
  settleAudit(auditId);
  await expect(page.getByText("Full agreement: synthetic-close can be verified on it.")).toBeVisible();
  const agreement = (await page.getByRole("heading", { level: 2 }).first().textContent()) ?? "";
  const [, agreed, compared] = /(\d+) of (\d+) attempts/.exec(agreement) ?? [];
  expect(agreed).toBe(compared);
  expect(Number(agreed)).toBeGreaterThan(50);

  await page
    .getByRole("navigation", { name: "Breadcrumb" })
    .getByRole("link", { name: /synthetic-close/ })
    .click();
  await page.getByRole("button", { name: "Mark verified" }).click();
  await expect(page.getByText("By Ada Example on")).toBeVisible();

  await page.goto(everything());
  const row = page.locator("table.board tbody tr").filter({ hasText: "synthetic-close" });
  await row.getByRole("link", { name: "Verified: open the evidence" }).click();
  const evidence = page.locator("#verification");
  await expect(evidence).toContainText(`agrees in ${agreed} of ${compared} attempts`);
  await expect(evidence).toContainText("Ada Example");
  await expect(evidence).toContainText(/sha256:[0-9a-f]{64}/);
  await expect(page).toHaveURL(/#verification$/);
});

test("the verification is public: in the list, at its own address, in the feed, and so is its end", async ({
  page,
  browser,
}) => {
  await page.goto("/changes?set=sample");
  const title = "synthetic-close · model-large-preview · t 0.2 was verified";
  await page.getByRole("link", { name: title }).click();
  await expect(page).toHaveURL(/\/changes\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText(/A second run agreed in \d+ of \d+ attempts\./)).toBeVisible();
  const permalink = new URL(page.url()).pathname;

  const feed = await page.request.get("/changes.atom");
  expect(feed.headers()["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(feed.headers()["cache-control"]).toBe("public, max-age=300");
  const parsed = await page.evaluate(
    (text) => {
      const xml = new DOMParser().parseFromString(text, "application/xml");
      const links = [...xml.querySelectorAll("entry > link")].map((link) => link.getAttribute("href"));
      return { broken: xml.querySelector("parsererror") !== null, root: xml.documentElement.nodeName, links };
    },
    await feed.text(),
  );
  expect(parsed).toMatchObject({ broken: false, root: "feed" });
  expect(parsed.links.some((link) => link?.endsWith(permalink))).toBe(true);
  const again = { "If-None-Match": feed.headers().etag ?? "" };
  expect((await page.request.get("/changes.atom", { headers: again })).status()).toBe(304);
  const golden = await (await page.request.get("/changes.atom?set=golden")).text();
  expect(golden).not.toContain("synthetic-close");
  expect((await page.request.get("/changes.atom?set=nonsense")).status()).toBe(404);
  expect((await page.request.get("/changes/999999")).status()).toBe(404);

  await withContext(browser, async (other) => {
    await joinAsMaintainer(other);
    await other.goto(`/maintain${await experimentOf(other, "synthetic-close")}`);
    await other.getByRole("button", { name: "Take the mark back" }).click();
    await expect(other.getByText("Write at least 20 characters")).toBeVisible();
    await other.getByLabel("Why").fill("A log shows that the agent saw the hidden tests.");
    await other.getByRole("button", { name: "Take the mark back" }).click();
    await expect(other.getByRole("button", { name: "Mark verified" })).toBeVisible();
  });
  await page.goto("/changes");
  await expect(page.getByText("A log shows that the agent saw the hidden tests.")).toBeVisible();
  await page.goto(everything());
  const row = page.locator("table.board tbody tr").filter({ hasText: "synthetic-close" });
  await expect(row.getByRole("link", { name: /Verified/ })).toHaveCount(0);
});

test("a disagreement is shown with both runs and their files, and asks for a written reason", async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  await joinAsMaintainer(page);
  const auditId = await startAudit(page, "synthetic-middle");
  settleAudit(auditId, { other: "no-results" });
  await page.reload();
  await expect(page.getByText("Outcomes differ.")).toBeVisible();
  const odd = page.locator("#runs tbody tr").first();
  await expect(odd).toContainText("differs");
  await expect(odd).toContainText("no-results");
  const files = odd.getByRole("link", { name: "unity.log" });
  await expect(files).toHaveCount(2);
  for (const link of await files.all()) {
    const href = (await link.getAttribute("href")) ?? "";
    const file = await page.request.get(href);
    expect(file.status()).toBe(200);
    expect(file.headers()["content-disposition"]).toContain("attachment");
    expect((await request.get(href)).status()).toBe(404);
  }
  const second = (await files.last().getAttribute("href")) ?? "";
  expect(await (await page.request.get(second)).text()).toBe("The log of the second run.\n");
  expect((await page.request.get(second.replace("unity.log", "..%2f..%2funity.log"))).status()).toBe(404);

  await page
    .getByRole("navigation", { name: "Breadcrumb" })
    .getByRole("link", { name: /synthetic-middle/ })
    .click();
  await page.getByRole("button", { name: "Mark verified" }).click();
  await expect(page.getByText(/The audit agrees in \d+ of \d+ attempts\. Write why/)).toBeVisible();
  await expect(page.getByLabel("Reason")).toBeFocused();
  await page.getByLabel("Reason").fill(REASON);
  await page.getByRole("button", { name: "Mark verified" }).click();
  await expect(page.getByText(REASON)).toBeVisible();
});

test("an audit is cancelled, and the share and seed of another are checked", async ({ page }) => {
  await joinAsMaintainer(page);
  await startAudit(page, "synthetic-weak");
  await page.getByRole("button", { name: "Cancel this audit" }).click();
  await expect(page.getByText("It was cancelled; what ran is kept.")).toBeVisible();
  await page.goto(`/maintain${await experimentOf(page, "synthetic-weak")}`);
  await page.getByLabel("Share in percent").fill("0");
  await page.getByRole("button", { name: "Start an audit" }).click();
  await expect(page.getByText("Write a number above 0 and at most 100.")).toBeVisible();
});

test("flags, nearness, events and accounts tell what they are for", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const name = await joinAsMaintainer(page);
  await page.goto("/maintain/flags");
  await page.getByRole("link", { name: /^process-or-files/ }).click();
  await expect(page).toHaveURL(/rule=process-or-files/);
  await expect(page.getByText("File.ReadAllText(save)").first()).toBeVisible();

  await page.goto("/maintain/experiments");
  await expect(page.getByRole("columnheader", { name: "Near the fix" })).toBeVisible();

  await page.goto(`/maintain/events?actor=cli&kind=account.role`);
  await expect(page.getByRole("cell", { name, exact: true }).first()).toBeVisible();
  await page.getByLabel("Who").fill("nobody-of-that-name");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByText("No event is like that.")).toBeVisible();

  await withContext(browser, async (other) => {
    const submitter = await join(other);
    await page.goto(`/maintain/accounts?q=${submitter}`);
    await page.getByText(`Change ${submitter}`).click();
    await page.getByRole("button", { name: `Make a maintainer ${submitter}` }).click();
    await expect(page.getByText("The account is a maintainer now.")).toBeVisible();
    expect((await other.request.get("/maintain")).status()).toBe(200);
    await page.getByRole("button", { name: /Replace the password/ }).click();
    await expect(page.getByText("It is shown this once.")).toBeVisible();
    await expect(page.getByText(/^[2-9a-z]{4}(-[2-9a-z]{4}){4}$/)).toBeVisible();
    await page.getByRole("button", { name: `Make a submitter ${submitter}` }).click();
    await expect(page.getByText("The account is a submitter now.")).toBeVisible();
  });
});

test("submissions that wait are let in or turned down, with a note", async ({ page }) => {
  await joinAsMaintainer(page);
  addWaiting("waiting-turned-down");
  await page.goto("/maintain/approvals");
  const one = page.getByRole("region", { name: /waiting-turned-down/ });
  await one.getByRole("button", { name: /Turn down/ }).click();
  await expect(one.getByText("Its submitter reads this: say what is missing.")).toBeVisible();
});

test("a correction is published by hand", async ({ page }) => {
  await joinAsMaintainer(page);
  await page.goto("/maintain/corrections");
  await page.getByLabel("Title").fill("Time limits were raised <b>");
  await page.getByLabel(/What happened/).fill("Runs may now take 45 minutes.\nOlder outcomes stand.");
  await page.getByLabel("About").selectOption("golden");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("The entry is published.")).toBeVisible();
  await page.goto("/changes?set=golden");
  await expect(page.getByRole("heading", { name: "Time limits were raised <b>" })).toBeVisible();
  await page.goto("/changes?set=candidates");
  await expect(page.getByText("Time limits were raised")).toHaveCount(0);
});

test.describe("whoever is no maintainer", () => {
  test("reaches no page of the console and no file of a run", async ({ page, request, allowed }) => {
    allowed.console.push(/404/);
    const ids = await addresses(page);
    const pages = consolePages(ids);
    expect(pages.length).toBeGreaterThanOrEqual(9);
    for (const address of pages) {
      const anonymous = await request.get(address, { maxRedirects: 0 });
      expect(anonymous.status(), address).toBe(307);
      expect(anonymous.headers().location, address).toContain("/sign-in?next=");
    }
    await join(page);
    for (const address of pages) {
      expect((await page.request.get(address)).status(), address).toBe(404);
      // The way a soft navigation asks for it.
      const soft = await page.request.get(`${address}?_rsc=1`, { headers: { RSC: "1" } });
      expect(await soft.text(), address).not.toMatch(/Workers|Sandbox|Mark verified|Publish an entry/);
    }
    await page.goto("/maintain");
    await expect(page.getByText("There is nothing at this address.")).toBeVisible();
    await page.goto("/");
    await page.getByRole("banner").locator("summary").click();
    await expect(page.getByRole("link", { name: "Maintain" })).toHaveCount(0);
  });

  test("reads no message, trace, log or own test name of a hidden test, by any page or address of data", async ({
    page,
    request,
    browser,
  }) => {
    const href = await experimentOf(page, "synthetic-golden", "golden");
    await page.goto(href);
    const failed = page.getByRole("link", { name: /^run \d+: failed/ }).first();
    const attempt = (await failed.getAttribute("href")) ?? "";
    const [, , experiment = "", instance = "", run = "0"] = attempt.split("/");
    const { evaluation } = addHiddenTraces({ experiment, instance, run: Number(run) });
    const told = { experiment, instance, run: Number(run), evaluation };
    const addresses = [
      attempt,
      href,
      `/instances/${instance}`,
      `/api${href}/attempts?format=csv`,
      `/submissions/${experiment}`,
      ...apiAddresses(told),
    ];
    expect(apiAddresses(told).length).toBeGreaterThanOrEqual(7);
    await join(page);
    for (const reader of [request, page.request])
      for (const address of addresses)
        for (const headers of WAYS) {
          const answer = await reader.get(address, { headers, timeout: 20_000, maxRedirects: 0 });
          expect(await answer.text(), address).not.toMatch(HIDDEN);
        }
    await page.goto(attempt);
    await expect(page.getByText("Messages are kept back")).toBeVisible();
    await expect(page.getByText("The log is kept back")).toBeVisible();
    await withContext(browser, async (other) => {
      await joinAsMaintainer(other);
      expect(await (await other.request.get(attempt)).text()).toMatch(HIDDEN);
      expect(await (await other.request.get(`/api${attempt}/log`)).text()).toContain(
        "COMMAND LINE ARGUMENTS",
      );
    });
  });

  test("can send no action of the console, by its form or by its id", async ({ page, browser }) => {
    test.setTimeout(240_000);
    const forms = await everyForm(browser);
    const ids = new Set(forms.map(actionId));
    expect(ids.size, "each action of the console has a form here").toBe(consoleActions().length);
    await page.goto("/");
    const anonymous = page.context();
    const before = snapshot();
    for (const form of forms) await sendAll(anonymous, form);
    expect(snapshot()).toBe(before);
    await join(page, `bystander-${Math.random().toString(36).slice(2, 8)}`);
    for (const form of forms)
      for (const status of await sendAll(page.context(), form)) expect(status, form.label).toBe(404);
    expect(snapshot()).toBe(before);
    // The same way of sending works for a maintainer: a refusal above is a refusal, not a malformed request.
    const note = forms.find((form) => form.label === "Publish an entry");
    if (!note) throw new Error("The form of notes is not there.");
    await withContext(browser, async (other) => {
      await joinAsMaintainer(other);
      for (const status of await sendAll(other.context(), note)) expect(status).toBe(200);
    });
    expect(snapshot()).not.toBe(before);
  });
});

for (const colorScheme of ["light", "dark"] as const)
  test(`no page of the console or of corrections breaks a rule of accessibility in the ${colorScheme} theme`, async ({
    browser,
    page,
    baseURL,
  }) => {
    test.setTimeout(300_000);
    const pages = [
      ...consolePages(await addresses(page)),
      "/changes",
      "/changes/1",
      "/changes?set=candidates",
    ];
    const options = { colorScheme, viewport: { width: 1280, height: 900 }, ...(baseURL ? { baseURL } : {}) };
    await openWith(browser, options, async (other) => {
      await joinAsMaintainer(other);
      for (const width of [1280, 390]) {
        await other.setViewportSize({ width, height: 900 });
        for (const address of pages) {
          await other.goto(address);
          expect(await violations(other), `${address} at ${width}`).toEqual([]);
          const sideways = await other.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(sideways, `${address} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
          await shoot(other, `${address.replaceAll(/[^a-z]+/g, "-")}-${colorScheme}-${width}`);
        }
      }
    });
  });

/** Pictures for people, when somebody asks for them. */
async function shoot(page: Page, name: string): Promise<void> {
  const dir = process.env.SCREENSHOTS;
  if (dir) await page.screenshot({ path: `${dir}/${name}.png`, fullPage: false });
}

async function withContext(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  await openWith(browser, { baseURL: site.url }, work);
}

let known: { experiments: string; audits: string } | null = null;

/** An experiment and an audit that are there. */
async function addresses(page: Page): Promise<{ experiments: string; audits: string }> {
  if (known) return known;
  const experiments = idOf(await experimentOf(page, "synthetic-middle"));
  await openWith(page.context().browser() ?? failed(), { baseURL: site.url }, async (other) => {
    await joinAsMaintainer(other);
    await other.goto(`/maintain/experiments/${experiments}`);
    const audit = other.locator("#audit tbody a").first();
    const audits =
      (await audit.count()) > 0 ? idOf((await audit.getAttribute("href")) ?? "") : await fresh(other);
    known = { experiments, audits };
  });
  return known ?? failed();
}

async function fresh(page: Page): Promise<string> {
  return await startAudit(page, "synthetic-middle");
}

function failed(): never {
  throw new Error("No browser or audit is there.");
}

/** The forms of every page of the console, with one of each kind somewhere. */
async function everyForm(browser: Browser): Promise<SentForm[]> {
  addWaiting("waiting-untouched");
  const forms: SentForm[] = [];
  await withContext(browser, async (page) => {
    await joinAsMaintainer(page);
    await startAudit(page, "synthetic-noise");
    const running = idOf(page.url());
    const open = idOf(await experimentOf(page, "synthetic-close"));
    const verified = idOf(await experimentOf(page, "synthetic-strong"));
    await page.goto("/maintain");
    for (const address of [
      ...consolePages({ experiments: open, audits: running }),
      `/maintain/experiments/${verified}`,
      // Somebody else's account, which can be blocked.
      "/maintain/accounts?q=example.org",
    ])
      forms.push(...(await formsOf(page, address)));
  });
  return forms;
}

/** Sends a form to its page, by its fields and by the id of its action; gives the statuses. */
async function sendAll(context: BrowserContext, form: SentForm): Promise<number[]> {
  const values: Record<string, string> = {
    reason: REASON,
    note: "A note that is long enough.",
    title: "A title",
    text: "A text that is long enough to stand.",
    share: "100",
  };
  const filled = form.fields.map(([name, value]): [string, string] => [name, values[name] ?? value]);
  const plain = filled.filter(([name]) => !name.startsWith("$ACTION"));
  const headers = { Origin: site.url };
  const byForm = { headers, multipart: Object.fromEntries(filled), maxRedirects: 0 };
  const byId = {
    headers: { ...headers, "Next-Action": actionId(form), Accept: "text/x-component" },
    multipart: {
      ...Object.fromEntries(plain.map(([name, value]) => [`1_${name}`, value])),
      "0": JSON.stringify([{ status: "idle" }, "$K1"]),
    },
    maxRedirects: 0,
  };
  const answers = [
    await context.request.post(form.page, byForm),
    await context.request.post(form.page, byId),
  ];
  // A page that everybody may open knows none of these actions: it answers as ever, or that there is none.
  for (const request of [byForm, byId]) await context.request.post("/", request);
  return answers.map((answer) => answer.status());
}
