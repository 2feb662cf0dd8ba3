import { everything, expect, experimentOf, reading as test } from "./support/test";

test("the grid is one tab stop; arrow keys, Home and End move in it, Enter opens the attempt", async ({
  page,
}) => {
  const href = await experimentOf(page, "synthetic-strong");
  await page.goto(href);
  const cells = page.locator("a.cell");
  await expect(cells).toHaveCount(100);
  await expect(page.locator("a.cell[tabindex='0']")).toHaveCount(1);
  await page.locator("a.cell[tabindex='0']").focus();
  const focused = page.locator("a.cell:focus");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(focused).toHaveAttribute("aria-label", /^run 3: /);
  await page.keyboard.press("ArrowDown");
  await expect(focused).toHaveAttribute("href", `${href}/sample-packrat-2/3`);
  await page.keyboard.press("End");
  await expect(focused).toHaveAttribute("href", `${href}/sample-packrat-2/10`);
  await page.keyboard.press("Control+End");
  await expect(focused).toHaveAttribute("href", `${href}/sample-tidewater-3/10`);
  await page.keyboard.press("ArrowDown");
  await expect(focused).toHaveAttribute("href", `${href}/sample-tidewater-3/10`);
  await page.keyboard.press("Control+Home");
  await expect(focused).toHaveAttribute("href", `${href}/sample-packrat-1/1`);
  await page.keyboard.press("Tab");
  await expect(page.locator("a.cell:focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(focused).toHaveAttribute("href", `${href}/sample-packrat-1/1`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${href}/sample-packrat-1/1$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("sample-packrat-1, run 1");
});

test("pointing at a cell says what it is and outlines those that share its evaluation", async ({ page }) => {
  await page.goto(await experimentOf(page, "synthetic-strong"));
  const shared = page.locator("a.cell[data-shared]").first();
  const number = await shared.getAttribute("data-shared");
  const mates = page.locator(`a.cell[data-shared='${number}']`);
  await shared.hover();
  const readout = page.getByTestId("grid-readout");
  await expect(readout).toContainText("sample-packrat-1, run");
  await expect(readout).toContainText("give the same tree: run once");
  await expect(page.locator("a.cell[data-mate]")).toHaveCount((await mates.count()) - 1);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(page.locator("a.cell[data-mate]")).toHaveCount(0);
});

test("the legend counts what the grid shows", async ({ page }) => {
  await page.goto(await experimentOf(page, "synthetic-weak"));
  const counts = await page
    .getByRole("list", { name: "Outcomes of 100 attempts" })
    .getByRole("listitem")
    .allTextContents();
  let total = 0;
  for (const text of counts) {
    const [, count, words] = /^(\d+)(.+)$/.exec(text) ?? [];
    const shown = await page.locator(`a.cell[aria-label$=': ${words}']`).count();
    expect(shown, text).toBe(Number(count));
    total += shown;
  }
  expect(total).toBe(100);
});

test("an instance shows one row a system, in the order of the leaderboard", async ({ page }) => {
  await page.goto(everything());
  const agents = await page.locator("table.board th.system a.text-base").allTextContents();
  await page.goto("/instances/sample-packrat-2");
  const rows = await page.locator(".grid-table tbody th").allTextContents();
  expect(rows.map((text) => text.split(" · ")[0])).toEqual(agents);
  await expect(page.getByText("which ones is part of the answer")).toBeVisible();
  await expect(page.getByText("Satchel.cs")).toHaveCount(0);
});
