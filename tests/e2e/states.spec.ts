import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { openDatabase } from "@/lib/db/client";
import { evaluations } from "@/lib/db/schema";
import { claimJob } from "@/lib/services/queue";
import { settleEvaluation } from "@/lib/services/settle";
import { emptySite, site } from "./support/site";
import { everything, expect, experimentOf, reading as test } from "./support/test";

const databaseOf = (dir: string) => path.join(dir, "swe-game-bench.sqlite");

test.describe("without a database", () => {
  test.describe.configure({ mode: "serial" });

  test("every page is there and says that nothing is yet", async ({ page }) => {
    await page.goto(emptySite.url);
    await expect(
      page.getByRole("heading", { name: /No system has been measured on the golden set/ }),
    ).toBeVisible();
    await expect(page.getByTestId("work-status")).toContainText("No worker is running");
    await page.goto(`${emptySite.url}/?set=sample`);
    await expect(page.getByText("npx swe-game-bench sample")).toBeVisible();
    await page.goto(`${emptySite.url}/instances?set=sample`);
    await expect(page.getByRole("cell", { name: /not gated/ }).first()).toBeVisible();
    await page.goto(`${emptySite.url}/instances/sample-packrat-1`);
    await expect(page.getByText("No system has been measured on it yet.")).toBeVisible();
    await expect(page.getByText("Not gated.")).toBeVisible();
    expect((await page.request.get(`${emptySite.url}/experiments/none`)).status()).toBe(404);
    expect(await (await page.request.get(`${emptySite.url}/healthz`)).json()).toMatchObject({ status: "ok" });
  });

  test("a database that cannot be read gives an error page with a reference", async ({ page, allowed }) => {
    allowed.console.push(/500|Server Components|Minified React/);
    writeFileSync(databaseOf(emptySite.dataDir), "this is no database ".repeat(400));
    try {
      expect((await page.goto(emptySite.url))?.status()).toBe(500);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("could not be drawn");
      await expect(page.getByText(/reference \S+/)).toBeVisible();
      expect((await page.request.get(`${emptySite.url}/healthz`)).status()).toBe(500);
    } finally {
      rmSync(databaseOf(emptySite.dataDir));
    }
    expect((await page.goto(emptySite.url))?.status()).toBe(200);
  });
});

test("a running experiment fills in by itself, without loading the page again", async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto(await experimentOf(page, "synthetic-running"));
  await page.evaluate(() => Object.assign(window, { mark: "kept" }));
  const progress = page.getByRole("progressbar", { name: "Attempts settled" });
  const before = Number(await progress.getAttribute("value"));
  expect(before).toBeGreaterThan(0);
  const settled = settleSome(5);
  expect(settled).toBe(5);
  await expect.poll(async () => Number(await progress.getAttribute("value"))).toBeGreaterThan(before);
  expect(await page.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe("kept");
  expect(await page.locator("a.cell[aria-label$=': waiting']").count()).toBeLessThan(100 - before);
});

/** Settles queued evaluations as a worker does, while the site is up. */
function settleSome(count: number): number {
  const database = openDatabase(databaseOf(site.dataDir));
  try {
    let settled = 0;
    while (settled < count) {
      const job = claimJob(database, { workerId: "seeded-worker", kinds: ["evaluate"], leaseMs: 60_000 });
      if (job?.kind !== "evaluate") break;
      const row = database.query.select().from(evaluations).where(eq(evaluations.id, job.evaluationId)).get();
      const outcome = row?.role === "oracle" ? "passed" : "timed-out";
      const grade = { outcome, reason: "It reached its limit.", tests: [], notes: [] } as const;
      settleEvaluation(database, job.claim, {
        evaluationId: job.evaluationId,
        grade: { ...grade, tests: [], notes: [] },
        durationMs: 10,
        editorMs: 5,
        artifacts: null,
      });
      settled += 1;
    }
    return settled;
  } finally {
    database.close();
  }
}

test("links are followed within the document, and back leads back", async ({ page }) => {
  await page.goto(everything());
  await page.evaluate(() => Object.assign(window, { mark: "kept" }));
  await page.getByRole("link", { name: "synthetic-close" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("synthetic-close");
  await page
    .getByRole("link", { name: /^run 5: / })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("run 5");
  expect(await page.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe("kept");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("synthetic-close");
});

test("a page that is slow to come shows its shape meanwhile", async ({ page }) => {
  await page.goto(everything());
  await page.route(/\/experiments\/.*_rsc/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.getByRole("link", { name: "synthetic-close" }).click();
  await expect(page.getByRole("status")).toHaveText("The page is loading.");
  await expect(page.locator("main")).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("synthetic-close");
  await expect(page.getByRole("status")).toHaveCount(0);
});

test("an experiment tells what it lacks: a failure of ours, an earlier submission, a smoke test", async ({
  page,
}) => {
  await page.goto(await experimentOf(page, "synthetic-broken-machinery"));
  await expect(page.getByText("Incomplete.")).toBeVisible();
  await expect(page.getByText("never counted against a system")).toBeVisible();
  await page.goto(await experimentOf(page, "synthetic-strong"));
  await expect(page.getByText("Agreement 98 of 100 attempts.")).toBeVisible();
  const history = page.locator("#history");
  await expect(history.getByRole("row")).toHaveCount(3);
  await history.getByRole("link").click();
  await expect(page.getByText("An earlier submission.")).toBeVisible();
  await page.getByRole("link", { name: "Open the one on the leaderboard" }).click();
  await expect(page.getByText("An earlier submission.")).toHaveCount(0);
});
