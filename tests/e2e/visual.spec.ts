import type { Page } from "@playwright/test";
import { stillSite } from "./support/site";
import { choose, expect, experimentOf, idOf, test } from "./support/test";

/** The main pages as they were when somebody last looked at them. After a change: `npx playwright test visual -u`, and look. */
const THEMES = ["light", "dark"] as const;
const WIDTHS = [1280, 390] as const;

const strong = (page: Page) => experimentOf(page, "synthetic-strong");
const PAGES: Record<string, string | ((page: Page) => Promise<string>)> = {
  leaderboard: "/?set=sample&unverified=1",
  charts: "/charts?set=sample&unverified=1",
  comparison: async (page) => {
    const systems = [await strong(page), await experimentOf(page, "synthetic-close")];
    return `/compare?set=sample&systems=${systems.map(idOf).join(",")}`;
  },
  experiment: strong,
  attempt: async (page) => `${await strong(page)}/sample-packrat-2/2`,
  instances: "/instances?set=sample",
  instance: "/instances/sample-lanternfall-2",
  metrics: "/docs/metrics",
};

test.use({ baseURL: stillSite.url });

for (const [name, address] of Object.entries(PAGES))
  test(`the page "${name}" looks as it did, in both themes, on a desk and on a phone`, async ({ page }) => {
    await page.goto(typeof address === "string" ? address : await address(page));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 1000 });
      for (const theme of THEMES) {
        await choose(page, theme);
        // Workers come and go in words of their own.
        const mask = [page.getByTestId("work-status")];
        await expect(page).toHaveScreenshot(`${name}-${width}-${theme}.png`, { mask });
      }
    }
  });
