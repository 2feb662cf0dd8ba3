// Debian packages that the tests use; installed only where that is possible, and said so.
import { existsSync } from "node:fs";
import { run, say } from "./steps.mjs";

/** The shell without a window takes less than half of what the whole browser takes for a page. */
export const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const WANTED = [
  { commands: ["/usr/bin/git"], packages: ["git"] },
  { commands: BROWSERS, packages: ["chromium-headless-shell"] },
];

/** Installs what is missing; answers what is still missing afterwards. */
export async function ensureTestPackages() {
  const missing = () => WANTED.filter((want) => !want.commands.some((command) => existsSync(command)));
  if (missing().length === 0) return [];
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const packages = missing().flatMap((want) => want.packages);
    say(`Installing ${packages.join(", ")} from Debian`);
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-qq"], { quiet: true, env });
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
      quiet: true,
      env,
    });
  }
  return missing().map((want) => want.commands.join(" or "));
}
