import { watchShifts } from "./support/quality";
import { allPages, expect, expectAccessible, reading, test } from "./support/test";

for (const half of [0, 1])
  reading(
    `every page is light and stands still, and none breaks a rule of accessibility in either theme, at 1280 and at 390 pixels: half ${half + 1} of 2`,
    async ({ page, allowed }) => {
      reading.setTimeout(300_000);
      allowed.console.push(/404/);
      const pages = Object.entries(await allPages(page));
      await page.addInitScript(watchShifts);
      for (const [name, address] of pages.filter((_, index) => index % 2 === half)) {
        await page.setViewportSize({ width: 390, height: 844 });
        const response = await page.goto(address);
        await expectAccessible(page, name, response);
      }
    },
  );

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

test("on paper a page is light, without what can be pressed, and keeps its colours", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await page.goto("/?set=sample&unverified=1");
  await expect(page.getByRole("navigation", { name: "Site" })).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  const looks = await page.evaluate(() => ({
    scheme: getComputedStyle(document.documentElement).colorScheme,
    strip: getComputedStyle(document.querySelector(".strip-cell svg") ?? document.body).printColorAdjust,
  }));
  expect(looks).toEqual({ scheme: "light", strip: "exact" });
});
