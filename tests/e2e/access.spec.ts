import { allPages, expect, openWith, test, violations } from "./support/test";

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 390]) {
    test(`no page breaks a rule of accessibility in the ${colorScheme} theme at ${width} pixels`, async ({
      page,
      browser,
      baseURL,
    }) => {
      test.setTimeout(480_000);
      const pages = await allPages(page);
      const viewport = { width, height: 900 };
      await openWith(browser, { colorScheme, viewport, ...(baseURL ? { baseURL } : {}) }, async (other) => {
        for (const [name, address] of Object.entries(pages)) {
          await other.goto(address);
          expect(await violations(other), name).toEqual([]);
          const sideways = await other.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
        }
      });
    });
  }
}

test("the first tab stop leads past the head of the page", async ({ page }) => {
  await page.goto("/?set=sample");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("a theme that was chosen is there in the first paint of every page, and can be taken back", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/?set=sample");
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole("button", { name: "Dark theme" }).click();
  await expect(page.getByRole("button", { name: "Dark theme" })).toHaveAttribute("aria-pressed", "true");
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.addInitScript(() => {
    document.addEventListener("readystatechange", () => {
      const early = window as unknown as { early?: string };
      early.early ??= getComputedStyle(document.documentElement).colorScheme;
    });
  });
  await page.goto("/docs");
  expect(await page.evaluate(() => (window as unknown as { early?: string }).early)).toBe("dark");
  expect(await paper()).toBe(dark);
  await page.getByRole("button", { name: "Theme of the system" }).click();
  expect(await paper()).toBe(light);
});
