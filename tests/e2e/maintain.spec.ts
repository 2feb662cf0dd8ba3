import type { Browser, Page } from "@playwright/test";
import { cli, signedIn } from "./support/accounts";
import {
  addHiddenTraces,
  addWaiting,
  apiAddresses,
  consolePages,
  HIDDEN,
  settleAudit,
} from "./support/maintain";
import { site } from "./support/site";
import { everything, expect, expectAccessible, experimentOf, openWith, test } from "./support/test";

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
  await signedIn(page.context(), { role: "maintainer" });
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
    await signedIn(other.context(), { role: "maintainer" });
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
  await signedIn(page.context(), { role: "maintainer" });
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
  await signedIn(page.context(), { role: "maintainer" });
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
  const name = await signedIn(page.context());
  await cli("maintainer", "add", name);
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
    const submitter = await signedIn(other.context());
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
  await signedIn(page.context(), { role: "maintainer" });
  addWaiting("waiting-turned-down");
  await page.goto("/maintain/approvals");
  const one = page.getByRole("region", { name: /waiting-turned-down/ });
  await one.getByRole("button", { name: /Turn down/ }).click();
  await expect(one.getByText("Its submitter reads this: say what is missing.")).toBeVisible();
});

test("a correction is published by hand", async ({ page }) => {
  await signedIn(page.context(), { role: "maintainer" });
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

test("whoever is no maintainer reads no message, trace, log or own test name of a hidden test, by any page or address of data", async ({
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
  await signedIn(page.context());
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
    await signedIn(other.context(), { role: "maintainer" });
    expect(await (await other.request.get(attempt)).text()).toMatch(HIDDEN);
    expect(await (await other.request.get(`/api${attempt}/log`)).text()).toContain("COMMAND LINE ARGUMENTS");
  });
});

test("no page of the console or of corrections breaks a rule of accessibility in either theme, at 1280 and at 390 pixels", async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signedIn(page.context(), { role: "maintainer" });
  for (const address of [
    ...consolePages("synthetic-noise"),
    "/changes",
    "/changes/1",
    "/changes?set=candidates",
  ]) {
    await page.goto(address);
    await expectAccessible(page, address);
  }
});

async function withContext(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  await openWith(browser, { baseURL: site.url }, work);
}
