import { readFileSync } from "node:fs";
import path from "node:path";
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Response,
} from "@playwright/test";
import { qualityProblems } from "./quality";
import { root, site } from "./site";

/** A page whose console must stay clean: an unexpected error or warning fails the test that caused it. */
export const test = base.extend<{ cleanConsole: undefined; allowed: { console: RegExp[] } }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the fixtures from this pattern
  allowed: async ({}, use) => use({ console: [] }),
  cleanConsole: [
    async ({ page, allowed }, use) => {
      const unexpected: string[] = [];
      const note = (text: string) => {
        if (!allowed.console.some((pattern) => pattern.test(text))) unexpected.push(`${page.url()}: ${text}`);
      };
      page.on("pageerror", (error) => note(error.message));
      page.on("dialog", (dialog) => {
        note(`dialog ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) note(message.text());
      });
      await use(undefined);
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/**
 * For tests that only read: their pages share one browser context in each worker, so that scripts and fonts are
 * fetched and compiled once. Nothing in them signs in or keeps a choice.
 */
export const reading = test.extend<object, { readers: BrowserContext }>({
  readers: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 900 } });
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],
  page: async ({ readers }, use) => {
    const page = await readers.newPage();
    await use(page);
    await page.close();
  },
});

const axeSource = readFileSync(path.join(root, "node_modules/axe-core/axe.min.js"), "utf8");

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };

type Axe = { axe?: { run(options: object): Promise<{ violations: Violation[] }> } };

/** What axe finds wrong on a page, one line a node; `only` some rules. Its script is given to a page once. */
export async function violations(page: Page, only?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as Axe;
      const options = { resultTypes: ["violations"], ...(runOnly ? { runOnly } : {}) };
      return (await axe?.run(options))?.violations ?? [];
    },
    only ? [...only] : null,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id} ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}

/** The leaderboard with all that the public ranking leaves out: what is not verified, and what is not complete. */
export const everything = (set = "sample") => `/?set=${set}&unverified=1&incomplete=1`;

/**
 * Fails where a page, loaded once, breaks a rule of accessibility at the width of a phone or of a desk, in either
 * theme, or scrolls sideways. Every rule is tried at both widths; in the dark only colours differ. With the answer
 * that brought the page, its weight is looked at as well.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  response: Response | null = null,
): Promise<void> {
  await choose(page, "light");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(page), `${what} at ${width}`).toEqual([]);
    if (width === 390) expect(await qualityProblems(page, response), what).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, `${what} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
  }
  await choose(page, "dark");
  expect(await violations(page, ["color-contrast"]), `${what} in the dark`).toEqual([]);
  await choose(page, "light");
}

export async function choose(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
}

/** Opens the experiment of a seeded system from the leaderboard and gives its address. */
export async function experimentOf(page: Page, agent: string, set = "sample"): Promise<string> {
  await page.goto(everything(set));
  const href = await page.getByRole("link", { name: agent, exact: true }).getAttribute("href");
  if (!href) throw new Error(`${agent} is not on the ${set} leaderboard.`);
  return href;
}

/** The id at the end of an experiment's address. */
export const idOf = (href: string) => href.slice(href.lastIndexOf("/") + 1);

/** The addresses of every kind of page, by a name for titles. */
export async function allPages(page: Page): Promise<Record<string, string>> {
  const experiment = await experimentOf(page, "synthetic-strong");
  const running = await experimentOf(page, "synthetic-running");
  const hostile = await experimentOf(page, "<img src=x onerror=alert(1)>");
  return {
    "sample leaderboard": "/?set=sample",
    "whole leaderboard": everything(),
    "golden leaderboard": "/?set=golden",
    "empty leaderboard": "/?set=candidates",
    charts: "/charts?set=sample&unverified=1",
    "choice of systems": "/compare?set=sample",
    comparison: `/compare?set=sample&systems=${[experiment, hostile, running].map(idOf).join(",")}`,
    experiment,
    "running experiment": running,
    attempt: `${experiment}/sample-packrat-2/2`,
    "hostile attempt": `${hostile}/sample-packrat-1/1`,
    instances: "/instances?set=sample",
    instance: "/instances/sample-lanternfall-2",
    "hostile issue": "/instances/synthetic-hostile-1",
    "chosen instances": "/instances?set=sample&repository=Packrat&sort=-passed",
    documentation: "/docs",
    ...Object.fromEntries(
      ["metrics", "submission", "run", "verification", "limits", "api"].map((one) => [
        `documentation: ${one}`,
        `/docs/${one}`,
      ]),
    ),
    "sign in": "/sign-in",
    "sign in after GitHub": "/sign-in?error=%3Cscript%3E",
    "make an account": "/sign-up",
    "set a new password": "/reset-password",
    "missing page": "/nowhere",
  };
}

/** Opens a page of its own, for another theme, width or without scripts. */
export async function openWith(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0],
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}
