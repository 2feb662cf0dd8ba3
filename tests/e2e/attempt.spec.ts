import { expect, experimentOf, reading as test } from "./support/test";

test("an attempt tells its outcome, shows its patch, tests and log, and steps to the next", async ({
  page,
}) => {
  const href = await experimentOf(page, "synthetic-strong");
  await page.goto(href);
  await page.locator("a.cell[aria-label$=': failed']").first().click();
  await expect(page.getByText("2 of 4 expected tests did not pass.")).toBeVisible();
  await expect(page.locator(".diff-added").filter({ hasText: "started?.Room(kind)" }).first()).toBeVisible();
  await expect(page.locator(".diff-file header").first()).toContainText(".cs");
  await expect(page.getByRole("row", { name: /Failed .*KeepsWhatDoesNotFit/ })).toContainText("Expected: 5");
  await expect(page.getByText("Exiting batchmode successfully now!")).toBeAttached();
  const steps = page.getByRole("navigation", { name: "Attempts at this instance" });
  await expect(steps.getByRole("link", { name: /^run / })).toHaveCount(10);
  await expect(steps.locator("[aria-current]")).toHaveCount(1);
  const before = page.url();
  await steps
    .getByRole("link", { name: /Next|Previous/ })
    .first()
    .click();
  await expect(page).not.toHaveURL(before);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText(
    /Sample.*synthetic-strong.*run/,
  );
});

test("the log shows its end first", async ({ page }) => {
  const href = await experimentOf(page, "synthetic-strong");
  await page.goto(href);
  await page.locator("a.cell[aria-label$=': failed']").first().click();
  const log = page.getByRole("region", { name: "End of the editor log" });
  await log.scrollIntoViewIfNeeded();
  const fromEnd = await log.evaluate((box) => Math.abs(box.scrollTop));
  expect(fromEnd).toBeLessThan(2);
  expect(await log.evaluate((box) => box.scrollHeight)).toBeGreaterThan(1000);
});

test("a patch that never ran says why, with hints, and has no tests", async ({ page }) => {
  await page.goto(await experimentOf(page, "synthetic-noise"));
  await page.locator("a.cell[aria-label$=': patch rejected']").first().click();
  await expect(page.getByText("patch failed:")).toBeVisible();
  await expect(page.getByText("Hints for whoever made this patch")).toBeVisible();
  await expect(page.getByText("12 lines further down")).toBeVisible();
  await expect(page.getByText("none: the patch alone decided it")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Test cases" })).toHaveCount(0);
  await page.goBack();
  await page.locator("a.cell[aria-label$=': patch refused']").first().click();
  await expect(page.getByText("Refused: this patch is never run")).toBeVisible();
  await page.goBack();
  await page.locator("a.cell[aria-label$=': patch malformed']").first().click();
  await expect(page.getByRole("region", { name: "Text of the patch" })).toBeVisible();
});

test("a long patch shows its head, and all of it when asked", async ({ page }) => {
  const href = await experimentOf(page, "<img src=x onerror=alert(1)>");
  await page.goto(`${href}/sample-tidewater-3/2`);
  await expect(page.getByText("200 of 900 lines")).toBeVisible();
  await expect(page.getByText("int field899")).toHaveCount(0);
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page.getByText("int field899")).toHaveCount(1);
});

test("the golden set shows names and outcomes of tests, no messages and no log", async ({ page }) => {
  await page.goto(await experimentOf(page, "synthetic-golden", "golden"));
  await page.locator("a.cell[aria-label$=': failed']").first().click();
  await expect(page.getByRole("row", { name: /Failed .*KeepsWhatDoesNotFit/ })).toBeVisible();
  await expect(page.getByText("Expected: 5")).toHaveCount(0);
  await expect(page.getByText("The log is kept back")).toBeVisible();
});

test("downloads are data: CSV, JSON, the patch and the log", async ({ page, request }) => {
  const href = await experimentOf(page, "synthetic-strong");
  await page.goto(href);
  const links = page.locator("#attempts");
  const csv = await request.get((await links.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "");
  expect(csv.headers()["content-type"]).toBe("text/csv; charset=utf-8");
  expect(csv.headers()["content-disposition"]).toContain("attachment");
  expect((await csv.text()).trim().split("\n")).toHaveLength(101);
  const json = await request.get(
    (await links.getByRole("link", { name: "JSON" }).getAttribute("href")) ?? "",
  );
  expect((await json.json()).attempts).toHaveLength(100);
  await page.locator("a.cell[aria-label$=': failed']").first().click();
  for (const name of ["Download", "Download the log"]) {
    const link = await page.getByRole("link", { name, exact: true }).getAttribute("href");
    const file = await request.get(link ?? "");
    expect(file.headers()["content-type"], name).toBe("text/plain; charset=utf-8");
    expect(file.headers()["x-content-type-options"]).toBe("nosniff");
    expect(file.headers()["content-security-policy"]).toContain("sandbox");
  }
});
