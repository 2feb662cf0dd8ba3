import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { createAuth } from "@/lib/auth/options";
import { readConfig } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { users } from "@/lib/db/schema";
import type { Role } from "@/lib/domain/access";
import { root, site } from "./site";
import { expect } from "./test";

const run = promisify(execFile);
export const PASSWORD = "correct horse";

/** A name that no other test uses. */
export function newName(): string {
  return `user-${process.pid.toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

/** Runs the real command line on the site's data. */
export async function cli(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    SWE_GAME_BENCH_DATA_DIR: site.dataDir,
    SWE_GAME_BENCH_RUNS_DIR: site.runsDir,
  };
  const { stdout } = await run(process.execPath, [path.join(root, "bin/swe-game-bench.mjs"), ...args], {
    cwd: root,
    env,
  });
  return stdout;
}

/** Makes an account by the form and is signed in. */
export async function join(page: Page, name = newName()): Promise<string> {
  await page.goto("/sign-up");
  await page.getByLabel("Name", { exact: true }).fill("Ada Example");
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("E-mail address").fill(`${name}@example.org`);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Make the account" }).click();
  await expect(page).toHaveURL("/account");
  return name;
}

/**
 * An account that is signed in, made by the sign-in library itself: for tests of what comes after. Those of
 * signing up use `join`.
 */
export async function signedIn(
  context: BrowserContext,
  { role = "submitter", name = newName() }: { role?: Role; name?: string } = {},
): Promise<string> {
  const config = readConfig({ SWE_GAME_BENCH_DATA_DIR: site.dataDir }, root);
  const database = openDatabase(config.databaseFile);
  try {
    const { headers, response } = await createAuth(config, database).api.signUpEmail({
      body: { name: "Ada Example", username: name, email: `${name}@example.org`, password: PASSWORD },
      returnHeaders: true,
    });
    database.query.update(users).set({ role }).where(eq(users.id, response.user.id)).run();
    const cookies = headers.getSetCookie().map((cookie) => (cookie.split(";")[0] ?? "").split("="));
    await context.addCookies(
      cookies.map(([key = "", ...value]) => ({ name: key, value: value.join("="), url: site.url })),
    );
    return name;
  } finally {
    database.close();
  }
}

export async function enter(page: Page, login: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("E-mail address or user name").fill(login);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The menu of somebody who is signed in; it shows their user name. */
export function menuOf(page: Page): Locator {
  return page.getByRole("banner").locator("summary");
}

/** Signs out by the menu in the head of the page. */
export async function leave(page: Page): Promise<void> {
  await menuOf(page).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
}
