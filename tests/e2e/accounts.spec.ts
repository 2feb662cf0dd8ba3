import { cli, enter, join, leave, menuOf, newName, PASSWORD } from "./support/accounts";
import { closedSite, emptySite, site } from "./support/site";
import { expect, openWith, test } from "./support/test";

test("somebody signs up, out and in again, by address and by name, and comes back to where they were", async ({
  page,
}) => {
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount$/);
  const name = await join(page);
  await expect(page.getByRole("heading", { level: 1, name: "Ada Example" })).toBeVisible();
  await leave(page);
  await page.goto("/sign-in?next=%2Finstances%3Fset%3Dsample");
  await enter(page, name);
  await expect(page).toHaveURL(/\/instances\?set=sample$/);
  await expect(menuOf(page)).toHaveText(`Signed in as ${name}`);
  await leave(page);
  await page.goto("/sign-in");
  await enter(page, `${name.toUpperCase()}@example.org`);
  await expect(menuOf(page)).toBeVisible();
  await page.goto("/sign-in?next=/account");
  await expect(page).toHaveURL("/account");
});

test("what is wrong stands at its field, is read out with it, and what was typed is kept", async ({
  page,
}) => {
  await page.goto("/sign-up");
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByLabel("User name").fill("a b");
  await page.getByLabel("E-mail address").fill("ada at example");
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Make the account" }).click();
  const userName = page.getByLabel("User name");
  await expect(userName).toBeFocused();
  await expect(userName).toHaveAttribute("aria-invalid", "true");
  await expect(userName).toHaveAccessibleDescription(/letters a to z and digits/);
  await expect(userName).toHaveValue("a b");
  await expect(page.getByLabel("E-mail address")).toHaveAccessibleDescription(/no e-mail address/);
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/at least 10 characters/);
  await expect(page.getByLabel("Password")).toHaveValue("");
  await expect(page.getByLabel("Name", { exact: true })).not.toHaveAttribute("aria-invalid");
});

test("a wrong password reads like an unknown name, and after ten tries nobody gets in for a while", async ({
  page,
  browser,
}) => {
  const name = await join(page);
  await leave(page);
  const message = page.getByRole("main").getByRole("alert");
  await page.goto("/sign-in");
  await enter(page, newName(), "wrong password");
  await expect(message).toBeFocused();
  const unknown = await message.textContent();
  await page.goto("/sign-in");
  for (let index = 0; index < 10; index += 1) {
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await enter(page, name, "wrong password");
    await answered;
    // The form is emptied when the answer is drawn: what is typed before that would be lost.
    await expect(page.getByLabel("Password")).toHaveValue("");
    await expect(message).toHaveText(unknown ?? "");
  }
  await enter(page, name);
  await expect(message).toHaveText(/^Too many tries to sign in with this name\. Try again after 20.* UTC\.$/);
  const extraHTTPHeaders = { "X-Forwarded-For": "203.0.113.7", "X-Real-IP": "203.0.113.7" };
  await openWith(browser, { baseURL: site.url, extraHTTPHeaders }, async (other) => {
    await other.goto("/sign-in");
    await enter(other, name);
    await expect(other.getByRole("main").getByRole("alert")).toHaveText(/^Too many tries/);
  });
});

test("signing in leads to no other site", async ({ page }) => {
  const name = await join(page);
  await leave(page);
  for (const next of ["//example.invalid/", "https://example.invalid/", "/\\example.invalid"]) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await enter(page, name);
    await expect(page).toHaveURL(`${site.url}/`);
    await leave(page);
  }
});

test("an API key is shown once, speaks for its owner, and is refused once it is revoked", async ({
  page,
  playwright,
}) => {
  const name = await join(page);
  await page.getByLabel("Name of the key").fill("lab server");
  await page.getByRole("button", { name: "Make a key" }).click();
  const shown = page.getByRole("status").getByText(/^sgb_/);
  const token = (await shown.textContent()) ?? "";
  expect(token).toMatch(/^sgb_[A-Za-z0-9_-]{43}$/);
  await page.reload();
  await expect(page.getByText(token.slice(0, 10))).toBeVisible();
  expect(await page.content()).not.toContain(token);

  const script = await playwright.request.newContext({ baseURL: site.url });
  const me = () => script.get("/api/v1/me", { headers: { Authorization: `Bearer ${token}` } });
  expect(await (await me()).json()).toMatchObject({ username: name, role: "submitter", via: "key" });
  expect((await script.get("/api/v1/me")).status()).toBe(401);
  await page.reload();
  await expect(page.getByText(/last used 20/)).toBeVisible();
  await page.getByRole("button", { name: "Revoke lab server" }).click();
  await expect(page.getByText(/Revoked 20/)).toBeVisible();
  const refused = await me();
  expect(refused.status()).toBe(401);
  expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining("was revoked") } });
  await script.dispose();
});

test("the command line makes a maintainer, who is one at the next page, and takes it back", async ({
  page,
}) => {
  const name = await join(page);
  const role = page.locator("#profile dd").nth(2);
  await expect(role).toHaveText("submitter");
  expect(await cli("maintainer", "add", `${name}@example.org`)).toContain("is now a maintainer");
  expect(await cli("maintainer", "list")).toContain(name);
  await page.reload();
  await expect(role).toHaveText("maintainer");
  await cli("maintainer", "remove", name);
  await page.reload();
  await expect(role).toHaveText("submitter");
});

test("a blocked account is out at once, and stays out until it is let in", async ({ page }) => {
  const name = await join(page);
  await cli("account", "block", name, "--reason", "a test");
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in/);
  await enter(page, name);
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "This account is blocked. Ask a maintainer.",
  );
  await cli("account", "unblock", name);
  await enter(page, name);
  await expect(page).toHaveURL("/account");
});

test("a forgotten password is replaced by a one-time password of a maintainer, once", async ({ page }) => {
  const name = await join(page);
  const word = /One-time password: (\S+)/.exec(await cli("account", "reset-password", name))?.[1] ?? "";
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in/);
  const set = async (password: string) => {
    await page.goto("/reset-password");
    await page.getByLabel("E-mail address or user name").fill(name);
    await page.getByLabel("One-time password").fill(word);
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Set the password and sign in" }).click();
  };
  await set("a new password");
  await expect(page).toHaveURL("/account");
  await leave(page);
  await set("another password");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("good for a day, and once");
  await page.goto("/sign-in");
  await enter(page, name, "a new password");
  await expect(menuOf(page)).toBeVisible();
});

test("a new password and signing out everywhere end the sessions of other browsers", async ({
  page,
  browser,
}) => {
  const name = await join(page);
  await openWith(browser, { baseURL: site.url }, async (other) => {
    const enterOther = async (password: string) => {
      await other.goto("/sign-in?next=/account");
      await enter(other, name, password);
      await expect(other).toHaveURL("/account");
    };
    await enterOther(PASSWORD);
    await page.getByLabel("Current password").fill("wrong password");
    await page.getByLabel("New password", { exact: true }).fill("a new password");
    await page.getByRole("button", { name: "Change the password" }).click();
    await expect(page.getByLabel("Current password")).toHaveAccessibleDescription(
      /not your present password/,
    );
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password", { exact: true }).fill("a new password");
    await page.getByRole("button", { name: "Change the password" }).click();
    await expect(page.getByRole("status")).toContainText("The password is changed");
    await other.reload();
    await expect(other).toHaveURL(/\/sign-in/);
    await enterOther("a new password");
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page).toHaveURL("/sign-in");
    await other.reload();
    await expect(other).toHaveURL(/\/sign-in/);
  });
});

test("where sign-up is closed, a maintainer makes the account and its owner the password", async ({
  browser,
}) => {
  await openWith(browser, { baseURL: closedSite.url }, async (page) => {
    await page.goto("/sign-up");
    await expect(page.getByText("made by its maintainers")).toBeVisible();
    await expect(page.getByRole("main").locator("form")).toHaveCount(0);
    await page.goto("/sign-in?next=/account");
    await expect(page.getByRole("link", { name: "Make one" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Sign in with GitHub" })).toHaveAttribute(
      "href",
      "/api/auth/github?next=%2Faccount",
    );
    const name = newName();
    const word =
      /One-time password: (\S+)/.exec(await cli("account", "add", `${name}@example.org`))?.[1] ?? "";
    await page.getByRole("link", { name: "set a new one" }).click();
    // Both pages have a field of this name.
    await expect(page).toHaveURL(/\/reset-password/);
    await page.getByLabel("E-mail address or user name").fill(name);
    await page.getByLabel("One-time password").fill(word);
    await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Set the password and sign in" }).click();
    await expect(page).toHaveURL("/account");
  });
});

test("where there is no database, nobody is signed in and the forms say why", async ({ browser }) => {
  await openWith(browser, { baseURL: emptySite.url }, async (page) => {
    await page.goto("/sign-in");
    await enter(page, "ada");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("no database yet");
  });
});
