import type { Page } from "@playwright/test";
import { enter, join, menuOf, newName, PASSWORD } from "./support/accounts";
import { site } from "./support/site";
import { expect, expectAccessible, openWith, test } from "./support/test";

/** The fields that a browser without scripts would send for the form of a button. */
async function fieldsOf(page: Page, button: string): Promise<Record<string, string>> {
  const form = page.locator("form", {
    has: page.getByRole("button", { name: button, exact: true, includeHidden: true }),
  });
  const pairs = await form
    .locator("input[type=hidden]")
    .evaluateAll((inputs) =>
      inputs.map((one) => [(one as HTMLInputElement).name, (one as HTMLInputElement).value]),
    );
  return Object.fromEntries(pairs);
}

test("a form that another site sends with the session of a visitor does nothing", async ({ browser }) => {
  await openWith(browser, { baseURL: site.url, javaScriptEnabled: false }, async (page) => {
    await join(page);
    const multipart = await fieldsOf(page, "Sign out");
    expect(Object.keys(multipart).join()).toMatch(/\$ACTION/);
    const post = (Origin: string) =>
      page.request
        .post("/account", { multipart, headers: { Origin }, maxRedirects: 0 })
        .then((answer) => answer.status());
    for (const origin of ["https://example.invalid", "null"]) {
      expect(await post(origin), origin).toBeGreaterThanOrEqual(400);
      expect((await page.request.get("/api/v1/me")).status(), origin).toBe(200);
    }
    expect(await post(site.url)).toBe(303);
    expect((await page.request.get("/api/v1/me")).status()).toBe(401);
  });
});

test("the session cookie is out of reach of scripts and of other sites, and ends on the server", async ({
  page,
}) => {
  const name = await join(page);
  expect(await page.evaluate(() => document.cookie)).toBe("");
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({
    name: "swe-game-bench.session_token",
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
  });
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(7);
  await menuOf(page).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.context().addCookies(cookie ? [cookie] : []);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in/);
  await enter(page, name);
  await expect(page).toHaveURL("/account");
  const [fresh] = await page.context().cookies();
  expect(fresh?.value).not.toBe(cookie?.value);
});

test("accounts work without JavaScript: sign up, make a key, revoke it, sign out, sign in", async ({
  browser,
}) => {
  await openWith(browser, { baseURL: site.url, javaScriptEnabled: false }, async (page) => {
    await page.goto("/sign-up");
    await page.getByRole("button", { name: "Make the account" }).click();
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/at least 10 characters/);
    const name = await join(page);
    await page.getByLabel("Name of the key").fill("old laptop");
    await page.getByRole("button", { name: "Make a key" }).click();
    await expect(page.getByText(/^sgb_[A-Za-z0-9_-]{43}$/)).toBeVisible();
    await page.getByRole("button", { name: "Revoke old laptop" }).click();
    await expect(page.getByText(/Revoked 20/)).toBeVisible();
    await menuOf(page).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await enter(page, name, "wrong password");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("No account has this name");
    await enter(page, name, PASSWORD);
    await expect(menuOf(page)).toBeVisible();
  });
});

test("no account page breaks a rule of accessibility in either theme, at 1280 and at 390 pixels", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto("/sign-up");
  await page.getByRole("button", { name: "Make the account" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expectAccessible(page, "sign-up with errors");
  await join(page, `${newName()}-long`);
  await page
    .getByLabel("Name of the key")
    .fill("a-name-without-any-blank-that-is-as-long-as-it-may-be-------");
  await page.getByRole("button", { name: "Make a key" }).click();
  await expect(page.getByText(/^sgb_/)).toHaveCount(2);
  await expectAccessible(page, "account with a key");
  await menuOf(page).click();
  await expectAccessible(page, "menu");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeHidden();
});
