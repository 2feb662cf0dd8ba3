import { allPages, everything, expect, test } from "./support/test";

test.use({ javaScriptEnabled: false });

test("every page can be read and walked without JavaScript", async ({ page, allowed }) => {
  allowed.console.push(/404 \(Not Found\)/);
  const pages = await allPages(page);
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 }), name).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Dark theme" }), name).toBeHidden();
  }
  await page.goto(everything());
  await page.getByRole("columnheader", { name: "Agent" }).getByRole("link").click();
  await expect(page.getByRole("columnheader", { name: "Agent" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("link", { name: "synthetic-middle" }).click();
  await page
    .getByRole("link", { name: /^run 7: / })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("sample-packrat-1, run 7");
  await page
    .getByRole("navigation", { name: "Breadcrumb" })
    .getByRole("link", { name: "sample-packrat-1" })
    .click();
  await expect(page.getByRole("heading", { name: "The issue, as an agent gets it" })).toBeVisible();
});

test("the theme of the system is drawn without JavaScript", async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/docs");
  const light = await paper();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await paper()).not.toBe(light);
});

test("a page that still changes loads itself again without JavaScript", async ({ page }) => {
  await page.goto(everything());
  await page.getByRole("link", { name: "synthetic-running" }).click();
  await expect(page.getByRole("progressbar", { name: "Attempts settled" })).toBeVisible();
  await expect(page.locator("meta[http-equiv=refresh]")).toHaveAttribute("content", "20");
});
