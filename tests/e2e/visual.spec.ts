import { stillSite } from "./support/site";
import { choose, expect, experimentOf, idOf, test } from "./support/test";

/** The main pages as they were when somebody last looked at them. After a change: `npx playwright test visual -u`, and look. */
const THEMES = ["light", "dark"] as const;
const WIDTHS = [1280, 390] as const;

type Names = { strong: string; close: string };
const PAGES: Record<string, (experiments: Names) => string> = {
  leaderboard: () => "/?set=sample&unverified=1",
  charts: () => "/charts?set=sample&unverified=1",
  comparison: ({ strong, close }) => `/compare?set=sample&systems=${idOf(strong)},${idOf(close)}`,
  experiment: ({ strong }) => strong,
  attempt: ({ strong }) => `${strong}/sample-packrat-2/2`,
  instances: () => "/instances?set=sample",
  instance: () => "/instances/sample-lanternfall-2",
  metrics: () => "/docs/metrics",
};

test.use({ baseURL: stillSite.url });

for (const [name, addressOf] of Object.entries(PAGES))
  test(`the page "${name}" looks as it did, in both themes, on a desk and on a phone`, async ({ page }) => {
    const strong = await experimentOf(page, "synthetic-strong");
    const close = await experimentOf(page, "synthetic-close");
    await page.goto(addressOf({ strong, close }));
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
