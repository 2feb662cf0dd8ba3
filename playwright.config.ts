import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { BROWSERS } from "./scripts/lib/packages.mjs";
import { site } from "./tests/e2e/support/site";

/** Browser tests run against a built site on a made-up database, and a second one that has none. */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: {
    timeout: 20_000,
    // Letters are smoothed a little differently by each version of the browser.
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: "disabled" },
  },
  snapshotPathTemplate: "{testDir}/snapshots/{arg}{ext}",
  forbidOnly: process.env.CI !== undefined,
  reporter: "list",
  use: {
    baseURL: site.url,
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? BROWSERS.find((file) => existsSync(file)),
      // One site, which is ours: processes that keep sites apart cost a tenth of the time. Pages live for moments:
      // optimising their scripts costs more than it saves.
      args: [
        "--no-sandbox",
        "--js-flags=--no-opt --no-maglev",
        "--disable-dev-shm-usage",
        "--disable-site-isolation-trials",
        "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess",
      ],
    },
  },
  webServer: {
    command: "node --import tsx tests/e2e/support/serve.ts",
    url: `${site.url}/healthz`,
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
