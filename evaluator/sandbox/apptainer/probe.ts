import { mkdir } from "node:fs/promises";
import { messageOf } from "../failure";
import type { ApptainerHost, Ran } from "./host";
import type { Places } from "./places";

/** `--no-mount bind-paths` and containers of root-mapped accounts. */
const NEEDED = [1, 1] as const;
const ASK_MS = 20_000;

export type HostProbe =
  | { status: "usable"; version: string }
  | { status: "unusable"; message: string; mend: string };

/** Whether sandboxes can be made here, asked as the account that will make them. */
export async function probeHost(host: ApptainerHost, places: Places): Promise<HostProbe> {
  const ask = async (...argv: string[]): Promise<Ran> =>
    await host
      .run(argv, { config: "/nonexistent", timeoutMs: ASK_MS })
      .catch((error: unknown) => ({ code: null, stdout: "", stderr: messageOf(error) }));
  const told = await ask("apptainer", "--version");
  const version = /\d+\.\d+(\.\d+)?/.exec(told.stdout)?.[0];
  if (told.code !== 0 || !version)
    return unusable(
      `There is no working apptainer command. ${told.stderr}`.trim(),
      "Install Apptainer (apptainer.org), or use Docker.",
    );
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1]))
    return unusable(`Apptainer ${version} is too old.`, `Install Apptainer ${NEEDED.join(".")} or later.`);
  const space = await ask("unshare", "--user", "--map-root-user", "true");
  if (space.code !== 0)
    return unusable(
      `This machine gives no user namespaces to ordinary accounts: ${space.stderr}`,
      "Ask for user.max_user_namespaces > 0 (and kernel.unprivileged_userns_clone = 1 where that exists).",
    );
  return (await entered(ask, places.dir)) ?? { status: "usable", version };
}

async function entered(ask: (...argv: string[]) => Promise<Ran>, dir: string): Promise<HostProbe | null> {
  try {
    await mkdir(dir, { recursive: true });
  } catch (error) {
    return unusable(`The folder ${dir} cannot be made: ${messageOf(error)}`, SET_DIR);
  }
  const inside = await ask("/bin/sh", "-c", 'cd -- "$1"', "sh", dir);
  if (inside.code === 0) return null;
  return unusable(`The account that sandboxes run with (nobody) cannot enter ${dir}.`, SET_DIR);
}

const SET_DIR =
  "Point SWE_GAME_BENCH_APPTAINER_DIR at a folder on a local disk that every account can enter, such as /var/lib/swe-game-bench.";

function unusable(message: string, mend: string): HostProbe {
  return { status: "unusable", message, mend };
}
