// Debian packages that the tests use; installed only where that is possible, and said so.
import { existsSync } from "node:fs";
import { run, say } from "./steps.mjs";

const WANTED = [
  { command: "/usr/bin/git", packages: ["git"] },
  { command: "/usr/bin/chromium", packages: ["chromium"] },
];

/** Installs what is missing; answers what is still missing afterwards. */
export async function ensureTestPackages() {
  const missing = () => WANTED.filter((want) => !existsSync(want.command));
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
  return missing().map((want) => want.command);
}
