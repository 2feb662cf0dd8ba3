import { readFileSync } from "node:fs";
import { everything, expect, test } from "./support/test";

test("systems chosen on the leaderboard are compared, by keyboard, down to single attempts", async ({
  page,
}) => {
  await page.goto(everything());
  await page.getByRole("checkbox", { name: /^Compare synthetic-strong/ }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: /^Compare synthetic-noise/ }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Compare the chosen" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compare 2 systems");
  const pair = page.getByRole("row", { name: /synthetic-strong against synthetic-noise/ });
  await expect(pair).toContainText("+0.700");
  await expect(pair).toContainText("yes");
  await expect(page.locator("#overlap")).toContainText("A 7");
  // Eight of the ten instances differ.
  const cells = page.locator("#attempts tbody a.cell");
  await expect(cells).toHaveCount(160);
  await cells.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByTestId("grid-readout")).toContainText("B synthetic-noise");
  const csv = await page.request.get(
    (await page.locator("#attempts").getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "",
  );
  expect((await csv.text()).trim().split("\n")).toHaveLength(21);
  await page.getByRole("link", { name: "Take out synthetic-noise" }).click();
  await expect(page.getByText("One system is chosen.")).toBeVisible();
  await page.goto("/compare?set=sample&systems=nobody");
  await expect(page.getByText("Not on this leaderboard:")).toBeVisible();
  expect((await page.request.get("/api/v1/compare?set=sample&systems=nobody")).status()).toBe(400);
});

test("charts are drawn when they come near, and are saved as pictures and numbers", async ({ page }) => {
  await page.goto("/charts?set=sample&unverified=1");
  const score = page.locator("#score");
  // A Score of zero has no bar.
  await expect(score.locator("svg.recharts-surface .recharts-bar-rectangle")).toHaveCount(5);
  await expect(page.locator("#passes [data-drawn] svg.recharts-surface")).toHaveCount(1);
  await score.getByText("The numbers of this chart").click();
  await expect(score.getByRole("row")).toHaveCount(7);
  const saved = async (kind: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      score.getByRole("button", { name: kind }).click(),
    ]);
    return readFileSync(await download.path());
  };
  const svg = (await saved("SVG")).toString("utf8");
  expect(svg).toContain("Which systems have the highest Score");
  expect(svg).not.toMatch(/var\(--|style=|class=/);
  expect((await saved("PNG")).subarray(1, 4).toString("latin1")).toBe("PNG");
  const href = await score.getByRole("link", { name: "CSV" }).getAttribute("href");
  const csv = await (await page.request.get(href ?? "")).text();
  expect(csv.split("\n")[0]).toBe("system,score,low,high");
});
