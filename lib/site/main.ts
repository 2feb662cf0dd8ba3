import { parseArgs } from "node:util";
import { readConfig } from "@/lib/config";
import { createLogger } from "@/lib/log";
import { watchData } from "./data-version";
import { portOf } from "./faults";
import { startPageMaker } from "./make-page";
import { createSiteServer } from "./server";

export { faultOf } from "./faults";

/** The first page of most visits: made when the site starts, so that nobody waits for it. */
const WARMED = ["/"];
/** Streams stay open for as long as a reader looks; when the site stops, they have this long to end. */
const GRACE_MS = 3000;

/** Starts the built site. Resolves once it listens. */
export async function main(args: readonly string[]): Promise<void> {
  const config = readConfig();
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: "string" }, hostname: { type: "string", default: "localhost" } },
  });
  const port = values.port === undefined ? config.port : portOf(values.port);
  const log = createLogger("site", config.logLevel);
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: config.root, hostname: values.hostname, port });
  await app.prepare();
  const site = app.getRequestHandler();
  const pages = await startPageMaker(site);
  const server = createSiteServer({ site, pages, versionOf: watchData(config.databaseFile), log });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, values.hostname, resolve);
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    pages.close();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  log.debug({ address: `http://${values.hostname}:${port}` }, "the site is up");
  for (const path of WARMED) {
    const host = `${values.hostname}:${port}`;
    await fetch(`http://${host}${path}`, { headers: { accept: "text/html" } })
      .then((response) => response.arrayBuffer())
      .catch((error) => log.warn({ err: error, path }, "a page could not be warmed"));
  }
}
