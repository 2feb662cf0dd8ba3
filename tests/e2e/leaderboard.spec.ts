import { expect, test } from "./support/test";

test("ranks systems by Score, with counts, ties and what is missing", async ({ page }) => {
  await page.goto("/?set=sample");
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

test("says above the sample numbers that they are the stand-in's, and only there", async ({ page }) => {
  await page.goto("/?set=sample");
  await expect(page.getByText("Stand-in editor, sample numbers.")).toBeVisible();
  await page.getByRole("link", { name: "Golden" }).click();
  await expect(page.getByRole("link", { name: "synthetic-golden" })).toBeVisible();
  await expect(page.getByText("Stand-in editor")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "synthetic-strong" })).toHaveCount(0);
});

test("an empty set says what is missing and how to change that", async ({ page }) => {
  await page.goto("/?set=candidates");
  await expect(page.getByRole("heading", { name: /No system has been measured/ })).toBeVisible();
  await expect(page.getByText("5 instances")).toHaveCount(1);
  await expect(page.getByText("0 of them gated")).toBeVisible();
  await expect(page.getByText("swe-game-bench validate")).toBeVisible();
});

test("sorts by any column, by an address, with missing values last both ways", async ({ page }) => {
  await page.goto("/?set=sample");
  const names = page.locator("table.board th.system a.text-base");
  const rates = page.locator("table.board td[data-label='pass@1'] > span:first-child");
  await page.getByRole("columnheader", { name: "pass@1", exact: true }).getByRole("link").click();
  await expect(page).toHaveURL(/sort=-pass%401/);
  await expect(page.getByRole("columnheader", { name: "pass@1", exact: true })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  const falling = await rates.allTextContents();
  expect(falling.slice(-3)).toEqual(["—", "—", "—"]);
  await page.getByRole("columnheader", { name: "pass@1", exact: true }).getByRole("link").click();
  await expect(page.getByRole("columnheader", { name: "pass@1", exact: true })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  const rising = await rates.allTextContents();
  expect(rising).toEqual([...falling.slice(0, -3).reverse(), "—", "—", "—"]);
  await page.getByRole("columnheader", { name: "System" }).getByRole("link").click();
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
  await page.goto("/?set=sample");
  const card = page.locator("table.board tbody tr").first();
  const box = await card.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(390);
  for (const part of [".rank", ".system", ".score", ".strip-cell svg", ".rate", ".coverage", ".date"]) {
    const inside = await card.locator(part).first().boundingBox();
    expect((inside?.x ?? 0) + (inside?.width ?? 999), part).toBeLessThanOrEqual(390);
  }
  await expect(page.getByRole("row")).toHaveCount(9);
});
