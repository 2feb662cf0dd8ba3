import { tmpdir } from "node:os";
import path from "node:path";

const port = Number(process.env.E2E_PORT ?? 4173);
const folder = path.join(tmpdir(), `swe-game-bench-e2e-${port}`);

/** Where the sites under test are, and what they read. */
export const site = {
  port,
  url: `http://127.0.0.1:${port}`,
  folder,
  dataDir: path.join(folder, "data"),
  runsDir: path.join(folder, "runs"),
  benchmarkDir: path.join(folder, "benchmark"),
};

/** A second site whose data folder is empty. */
export const emptySite = {
  port: port + 1,
  url: `http://127.0.0.1:${port + 1}`,
  dataDir: path.join(folder, "empty-data"),
};

/** The first site's data, where accounts are made by maintainers and GitHub is set up. */
export const closedSite = { port: port + 2, url: `http://127.0.0.1:${port + 2}` };

/** A third site on a copy of the first one's data as it was seeded: nothing is ever written to it. */
export const stillSite = {
  port: port + 3,
  url: `http://127.0.0.1:${port + 3}`,
  dataDir: path.join(folder, "still-data"),
};

export const root = path.resolve(import.meta.dirname, "../../..");
