import { everything, expect, reading as test } from "./support/test";

test("the public ranking is that of verified systems; what it leaves out is one switch away", async ({
  page,
}) => {
  await page.goto("/?set=sample");
  const agents = page.locator("table.board th.system a");
  await expect(agents).toHaveText(["synthetic-strong"]);
  await page.getByLabel("Unverified too").check();
  await expect(page).toHaveURL("/?set=sample&unverified=1");
  await expect(agents).toHaveCount(6);
  await page.getByLabel("Incomplete too").check();
  await expect(page).toHaveURL(everything());
  await expect(agents).toHaveCount(9);
  await page.getByRole("searchbox").fill("medium middle");
  await expect(agents).toHaveText(["synthetic-middle"]);
  await expect(page).toHaveURL(`${everything().replace("&", "&q=medium+middle&")}`);
  await page.reload();
  await expect(agents).toHaveText(["synthetic-middle"]);
  await page.locator("summary", { hasText: "Columns" }).click();
  await page.getByLabel("pass@1", { exact: true }).uncheck();
  await expect(page.getByRole("columnheader", { name: "pass@1", exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("pass@1", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: "How ranking works" }).focus();
  await expect(page.getByRole("tooltip")).toContainText("paired permutation test over the 10 instances");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toBeHidden();
  await page.getByRole("link", { name: "Golden" }).click();
  await expect(
    page.getByRole("heading", { name: "No system of the golden set is verified yet." }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Show 1 unverified system" }).click();
  await expect(agents).toHaveText(["synthetic-golden"]);
  await expect(page.getByText("Stand-in editor")).toHaveCount(0);
});

test("search, switches, filters and columns work without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/?set=sample&sort=agent");
  await page.getByRole("searchbox").fill("model-large");
  await page.getByLabel("Unverified too").check();
  await page.getByRole("button", { name: "Apply" }).first().click();
  const agents = page.locator("table.board th.system a");
  await expect(agents).toHaveText(["synthetic-close", "synthetic-strong"]);
  await page.locator("summary", { hasText: "Columns" }).click();
  await page.getByLabel("Submitted", { exact: true }).uncheck();
  await page.getByRole("group", { name: "Columns" }).getByRole("button", { name: "Apply" }).click();
  await expect(agents).toHaveText(["synthetic-close", "synthetic-strong"]);
  await expect(page.getByRole("columnheader", { name: "Submitted" })).toHaveCount(0);
  const csv = await page.request.get(
    (await page.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "",
  );
  expect((await csv.text()).trim().split("\n")).toHaveLength(3);
  await context.close();
});

test("ranks systems by Score, with counts, ties and what is missing", async ({ page }) => {
  await page.goto(everything());
  const rows = page.locator("table.board tbody tr");
  await expect(rows).toHaveCount(9);
  const scores = await page.locator("table.board td.score > span:first-child").allTextContents();
  const numbers = scores.filter((text) => text !== "—").map(Number);
  expect(numbers.length).toBe(6);
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  expect(scores.slice(-3)).toEqual(["—", "—", "—"]);
  const running = rows.filter({ hasText: "synthetic-running" });
  await expect(running.locator("td.coverage")).toContainText(/\d+\/100/);
  await expect(running.locator("td.coverage")).toContainText("running");
  const strong = rows.filter({ hasText: "synthetic-strong" });
  await expect(strong.getByRole("img", { name: /100 attempts: .* passed/ })).toBeVisible();
  await expect(strong.getByRole("img", { name: /95 % interval/ })).toBeVisible();
  await expect(strong.getByRole("link", { name: /Verified/ })).toHaveAttribute("href", /#verification$/);
});

test("an empty set says what is missing and how to change that", async ({ page }) => {
  await page.goto("/?set=candidates");
  await expect(page.getByRole("heading", { name: /No system has been measured/ })).toBeVisible();
  await expect(page.getByText("5 instances")).toHaveCount(1);
  await expect(page.getByText("0 of them gated")).toBeVisible();
  await expect(page.getByText("swe-game-bench validate")).toBeVisible();
});

test("sorts by any column, by an address, with missing values last both ways", async ({ page }) => {
  await page.goto(everything());
  const names = page.locator("table.board th.system a.text-base");
  const rates = page.locator("table.board td[data-label='pass@1'] > span:first-child");
  const head = page.getByRole("columnheader", { name: "pass@1", exact: true });
  await head.getByRole("link").click();
  await expect(page).toHaveURL(/sort=-pass%401/);
  await expect(head).toHaveAttribute("aria-sort", "descending");
  const falling = await rates.allTextContents();
  expect(falling.slice(-3)).toEqual(["—", "—", "—"]);
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  const rising = await rates.allTextContents();
  expect(rising).toEqual([...falling.slice(0, -3).reverse(), "—", "—", "—"]);
  await page.getByRole("columnheader", { name: "Agent" }).getByRole("link").click();
  await expect(names.first()).toHaveText("<img src=x onerror=alert(1)>");
});

test("the alias of a set is understood, and a word that is none is not found", async ({ page, allowed }) => {
  allowed.console.push(/404/);
  await page.goto("/?set=core");
  await expect(page.getByRole("link", { name: "Candidates" })).toHaveAttribute("aria-current", "page");
  expect((await page.goto("/?set=nonsense"))?.status()).toBe(404);
});

test("on a phone each system is a card that needs no sideways scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(everything());
  const card = page.locator("table.board tbody tr").first();
  const box = await card.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(390);
  for (const part of [
    ".rank",
    ".system",
    ".score",
    ".strip-cell svg",
    ".rate",
    ".coverage",
    ".date",
    ".pick",
  ]) {
    const inside = await card.locator(part).first().boundingBox();
    expect((inside?.x ?? 0) + (inside?.width ?? 999), part).toBeLessThanOrEqual(390);
  }
  await expect(page.getByRole("row")).toHaveCount(9);
});
