import { HOSTILE } from "./seed/dataset";
import { allPages, everything, expect, experimentOf, reading as test } from "./support/test";

test("names, issues, patches, tests and logs with markup are shown as the text they are (E11)", async ({
  page,
}) => {
  const href = await experimentOf(page, HOSTILE[0]);
  for (const address of [everything(), href, "/instances/synthetic-hostile-1", "/instances?set=golden"]) {
    await page.goto(address);
    await expect(page.getByText(HOSTILE[0]).filter({ visible: true }).first(), address).toBeVisible();
  }
  await page.goto(`${href}/sample-packrat-1/1`);
  await expect(page).toHaveTitle(/<img src=x onerror=alert\(1\)>/);
  await page.goto("/instances/synthetic-hostile-1");
  for (const text of HOSTILE) await expect(page.getByText(text).first()).toBeVisible();
  expect(await page.locator("main :is(img, script, iframe, object, embed, form)").count()).toBe(0);
  expect(await page.locator("main a[href^='javascript'], main a[href^='data']").count()).toBe(0);
});

test("every page carries a strict policy with a nonce of its own, and headers that keep others out", async ({
  page,
  request,
}) => {
  const pages = await allPages(page);
  const nonces = new Set<string>();
  for (const address of Object.values(pages)) {
    const response = await request.get(address);
    const policy = response.headers()["content-security-policy"] ?? "";
    const nonce = /script-src 'self' 'nonce-([^']{20,})' 'strict-dynamic';/.exec(policy)?.[1] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(response.headers()["x-content-type-options"]).toBe("nosniff");
    expect(response.headers()["x-frame-options"]).toBe("DENY");
    expect(response.headers()["x-powered-by"]).toBeUndefined();
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(Object.keys(pages).length);
  expect(nonces.has("")).toBe(false);
});

test("the policy stops a script that got into a page all the same", async ({ page, allowed }) => {
  allowed.console.push(/Content Security Policy/, /404/);
  await page.goto("/docs");
  // Once the page is live, so that the change is no mismatch of markup.
  await expect(page.getByRole("button", { name: "Theme of the system", pressed: true })).toBeVisible();
  const ran = await page.evaluate(() => {
    const script = document.createElement("div");
    script.innerHTML = '<img src="x" onerror="window.ran = true">';
    document.querySelector("main")?.append(script);
    return new Promise((resolve) => setTimeout(() => resolve("ran" in window), 500));
  });
  expect(ran).toBe(false);
});

test("what is not there answers 404, also below a thing that is", async ({ page, request }) => {
  const href = await experimentOf(page, "synthetic-strong");
  for (const address of [
    "/nowhere",
    "/experiments/none",
    `${href}/sample-packrat-1/11`,
    `${href}/sample-packrat-1/0`,
    `${href}/sample-packrat-1/1e1`,
    `${href}/no-instance/1`,
    "/instances/none",
    "/instances/..%2f..%2fpackage.json",
    "/api/experiments/none/attempts",
    `/api${href}/sample-packrat-1/99/patch`,
    `/api${href}/sample-packrat-1/x/log`,
  ]) {
    expect((await request.get(address)).status(), address).toBe(404);
  }
  expect((await request.get(`/api${href}/attempts?format=xml`)).status()).toBe(400);
});
