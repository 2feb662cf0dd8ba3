import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { type Account, PortalSite } from "@/tests/support/portal-site";
import { oraclePatch } from "../cli/support/predictions";
import { addedFile, SAMPLE_IDS, sampleFile } from "../cli/support/predictions-files";
import { everything, expect, expectAccessible, openWith, test, violations } from "./support/test";

/** The whole way of a submission in a browser, with a worker and containers of its own. */
test.describe.configure({ mode: "serial" });

const ONE = "sample-packrat-1";
let site: PortalSite;
let alice: Account;

test.beforeAll(async () => {
  site = new PortalSite();
  await site.start();
  site.worker();
  alice = { id: "", email: "alice@example.org", password: "correct horse", key: "" };
});
test.afterAll(() => site.close());

/** The session of an account, without the form of signing in. */
async function enterAs(page: Page, account: Account, next: string): Promise<void> {
  const cookies = (await site.session(account)).split("; ").map((cookie) => cookie.split("="));
  await page
    .context()
    .addCookies(cookies.map(([name = "", ...value]) => ({ name, value: value.join("="), url: site.url })));
  await page.goto(`${site.url}${next}`);
}

async function signIn(page: Page, account: Account, next: string): Promise<void> {
  await page.goto(`${site.url}/sign-in?next=${encodeURIComponent(next)}`);
  await page.getByLabel("E-mail address or user name").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === next);
}

async function upload(page: Page, name: string, content: string): Promise<void> {
  await page.getByRole("radio", { name: /Sample/ }).check();
  await page.setInputFiles("#file", { name, mimeType: "application/jsonl", buffer: Buffer.from(content) });
  await page.getByRole("button", { name: "Upload and check" }).click();
  await page.waitForURL(/\/submissions\/[0-9a-f]+$/);
}

/** One instance with a fix and a patch that helps nothing; the others have patches that do not run. */
const good = (agent = "browser-agent") =>
  sampleFile(
    (id, run) => {
      if (id !== ONE) return run === 1 ? "no patch at all" : null;
      return run === 1 ? oraclePatch(ONE) : addedFile("Assets/Packrat/Idle.cs", ["// nothing that helps"]);
    },
    { agent, more: { cost_usd: 0.5 } },
  );

test("whoever has no account is told what to send and what happens then, and makes one on the way", async ({
  page,
}) => {
  await page.goto(`${site.url}/submit`);
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submit predictions");
  await expect(main.getByRole("listitem").filter({ hasText: "Sample" })).toContainText("20 files a day");
  await expect(main.getByText("run_id goes from 1 to 10")).toBeVisible();
  await expect(main.getByRole("heading", { name: "What happens then" })).toBeVisible();
  await expect(main.getByRole("link", { name: "How a patch is scored" })).toHaveAttribute("href", "/docs");
  await expect(main.locator("form")).toHaveCount(0);
  await expectAccessible(page, "submit, signed out");
  await main.getByRole("link", { name: "Make an account" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Alice Example");
  await page.getByLabel("User name").fill("alice");
  await page.getByLabel("E-mail address").fill(alice.email);
  await page.getByLabel("Password").fill(alice.password);
  await page.getByRole("button", { name: "Make the account" }).click();
  await expect(page).toHaveURL(`${site.url}/submit`);
  await expect(page.getByText("20 of 20 left today")).toBeVisible();
  await expectAccessible(page, "submit");
});

test("a bad file shows every problem by line and field, and queues nothing", async ({ page }) => {
  await enterAs(page, alice, "/submit");
  const lines = good().split("\n");
  lines[3] = (lines[3] ?? "").replace('"run_id":4', '"run_id":3');
  lines[6] = "{ broken";
  lines[8] = (lines[8] ?? "").replace('"cost_usd":0.5', '"cost_usd":"much"');
  lines[9] = (lines[9] ?? "").replace("browser-agent", "Browser-agent");
  await upload(page, "bad.jsonl", lines.join("\n"));
  await expect(page.getByText("Has problems.")).toBeVisible();
  const table = page.getByRole("table", { name: /problems of the file/ });
  await expect(table.getByRole("row", { name: /^4 row run_id 3 occurs twice/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /^7 row is not valid JSON/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /^9 cost_usd must be a number of US dollars/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /agent differs/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Forget this file" }).click();
  await expect(page.getByText("Discarded.")).toBeVisible();
});

test("a good file is previewed, confirmed once for all tabs, watched to its end, and stands on the leaderboard", async ({
  page,
}) => {
  test.setTimeout(400_000);
  await enterAs(page, alice, "/submit");
  await upload(page, "predictions.jsonl", good());
  const address = page.url();
  await expect(
    page.getByRole("heading", { name: "Does each patch apply? 10 of 100 attempts do" }),
  ).toBeVisible({
    timeout: 120_000,
  });
  await expect(page.getByRole("link", { name: "run 1: applied" })).toBeVisible();
  const malformed = page.locator("#patches").getByRole("row", { name: /patch malformed/ });
  await expect(malformed).toContainText("9 attempts");
  expect(await violations(page)).toEqual([]);

  // The dry run is nobody else's business, and counts nowhere.
  const board = await (await fetch(`${site.url}${everything()}`)).text();
  expect(board).not.toContain("browser-agent");
  expect((await fetch(address, { redirect: "manual" })).status).toBe(307);

  // A second tab, and the same file again, lead to the same dry run.
  const second = await page.context().newPage();
  // No stream comes through to it: it asks instead.
  await second.route("**/events", (route) => route.abort());
  await second.goto(`${site.url}/submit`);
  await upload(second, "again.jsonl", good());
  expect(second.url()).toBe(address);

  await page.getByLabel("Link", { exact: true }).fill("ftp://example.org");
  await page.getByLabel("Organisation").fill("Example Institute");
  await page.getByRole("button", { name: "Submit for evaluation" }).click();
  await expect(page.getByLabel("Link", { exact: true })).toHaveAccessibleDescription(
    /must be a link that starts with/,
  );
  await expect(page.getByLabel("Organisation")).toHaveValue("Example Institute");
  await page.getByLabel("Link", { exact: true }).fill("https://example.org/paper");
  await page.getByRole("button", { name: "Submit for evaluation" }).dblclick();
  await expect(page.getByText(/attempts? settled/)).toBeVisible();
  // The other tab hears of it by itself.
  await expect(second.getByText(/attempts? settled/)).toBeVisible();
  await second.close();

  await page.evaluate(() => Object.assign(window, { mark: "kept" }));
  await expect(page.getByText("Every attempt has its outcome.")).toBeVisible({ timeout: 300_000 });
  expect(await page.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe("kept");
  const funnel = page.locator("#funnel");
  await expect(funnel.getByRole("row", { name: /^Submitted/ })).toContainText("100");
  await expect(funnel.getByRole("row", { name: /^Applied/ })).toContainText("10");
  await expect(
    funnel
      .getByRole("row", { name: /^Passed/ })
      .getByRole("cell")
      .first(),
  ).toHaveText("1");
  await expect(page.getByText("50.00 US dollars")).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole("link", { name: "run 1: passed" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`${ONE}, run 1`);
  await page.goto(`${site.url}${everything()}`);
  await page.getByRole("link", { name: "browser-agent", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.locator("#attempts").getByRole("link", { name: "CSV" }).click();
  const csv = readFileSync(await (await download).path(), "utf8");
  expect(csv.trim().split("\n")).toHaveLength(1 + SAMPLE_IDS.length * 10);
  expect(csv).toContain(",0.5,");
});

test("a maintainer signs in, audits it in containers of its own, verifies it, and its row shows the mark", async ({
  page,
}) => {
  test.setTimeout(400_000);
  const marge = await site.account("marge", "maintainer");
  await signIn(page, marge, "/maintain");
  await page.goto(`${site.url}${everything()}`);
  await page.getByRole("link", { name: "browser-agent", exact: true }).click();
  await page.getByRole("link", { name: "Audit and verify" }).click();
  await page.getByRole("button", { name: "Start an audit" }).click();
  await expect(page.getByText("Full agreement: browser-agent can be verified on it.")).toBeVisible({
    timeout: 300_000,
  });
  await expect(page.getByRole("heading", { level: 2, name: "Agreement: 10 of 10 attempts" })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Breadcrumb" })
    .getByRole("link", { name: /browser-agent/ })
    .click();
  await page.getByRole("button", { name: "Mark verified" }).click();
  await expect(page.getByText("By marge on")).toBeVisible();
  await page.goto(`${site.url}/?set=sample`);
  const row = page.locator("table.board tbody tr").filter({ hasText: "browser-agent" });
  await row.getByRole("link", { name: "Verified: open the evidence" }).click();
  await expect(page.locator("#verification")).toContainText("agrees in 10 of 10 attempts");
});

test("its owner hides, shows and withdraws it; the page stays and says so", async ({ page }) => {
  await enterAs(page, alice, "/submissions");
  await page.getByRole("link", { name: "browser-agent" }).click();
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText("Only you and maintainers see it; it is on no list.")).toBeVisible();
  expect(await (await fetch(`${site.url}${everything()}`)).text()).not.toContain("browser-agent");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("button", { name: "Hide" })).toBeVisible();
  await page.getByText("Withdraw it for good").click();
  await page.getByLabel("Reason").fill("The wrong model was named.");
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("It is on no list any more.")).toBeVisible();
  const href = await page.getByRole("link", { name: /every attempt/ }).getAttribute("href");
  const told = await fetch(`${site.url}${href}`);
  expect(told.status).toBe(200);
  expect(await told.text()).toContain("The wrong model was named.");
});

test("another account finds none of it", async ({ browser, page }) => {
  const bob = await site.account("bob");
  await enterAs(page, alice, "/submissions");
  const href = await page.getByRole("link", { name: "browser-agent" }).getAttribute("href");
  await openWith(browser, {}, async (other) => {
    await enterAs(other, bob, "/submissions");
    await expect(other.getByText("You have not uploaded anything yet.")).toBeVisible();
    expect((await other.goto(`${site.url}${href}`))?.status()).toBe(404);
  });
});

test("without scripts the form uploads, previews and submits just the same", async ({ browser }) => {
  await openWith(browser, { javaScriptEnabled: false }, async (page) => {
    await enterAs(page, alice, "/submit");
    await page.getByRole("radio", { name: /Sample/ }).check();
    await page.setInputFiles("#file", {
      name: "plain.jsonl",
      mimeType: "application/jsonl",
      buffer: Buffer.from(sampleFile(() => null, { agent: "plain-form" })),
    });
    await page.getByRole("button", { name: "Upload and check" }).click();
    await page.waitForURL(/\/submissions\/[0-9a-f]+$/);
    await page.getByRole("button", { name: "Submit for evaluation" }).click();
    await expect(page.getByRole("button", { name: "Submit for evaluation" })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("plain-form");
  });
});

test("an upload can be stopped, and a refusal stands at the form", async ({ page, allowed }) => {
  allowed.console.push(/507/);
  await enterAs(page, alice, "/submit");
  await page.route("**/api/v1/submissions?**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue().catch(() => undefined);
  });
  await page.getByRole("radio", { name: /Sample/ }).check();
  const file = path.join(import.meta.dirname, "../../README.md");
  await page.setInputFiles("#file", file);
  await page.getByRole("button", { name: "Upload and check" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Upload and check" })).toBeVisible();
  await page.unroute("**/api/v1/submissions?**");
  await page.route("**/api/v1/submissions?**", (route) =>
    route.fulfill({ status: 507, json: { error: { message: "The disk is full.", mend: "Try later." } } }),
  );
  await page.getByRole("button", { name: "Upload and check" }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("The disk is full. Try later.");
  await expect(alert).toBeFocused();
});
