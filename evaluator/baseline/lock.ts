import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { isRunning } from "@/evaluator/tree/workspace";

export type Lock = { status: "held"; release: () => Promise<void> } | { status: "taken"; by: string };

/**
 * Lets one process at a time generate the runs of a configuration: two would pay for the same run twice. A
 * lock that a dead process of this machine left is taken over.
 */
export async function lockFolder(folder: string): Promise<Lock> {
  const file = path.join(folder, ".lock");
  await mkdir(folder, { recursive: true });
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, `${hostname()} ${process.pid}\n`);
  try {
    if (await take(own, file)) return held(file);
    const holder = (await readFile(file, "utf8").catch(() => "")).trim();
    const [host, pid = ""] = holder.split(" ");
    if (host !== hostname() || isRunning(Number.parseInt(pid, 10)))
      return { status: "taken", by: `process ${pid} on ${host}` };
    await rm(file, { force: true });
    return (await take(own, file)) ? held(file) : { status: "taken", by: "another process" };
  } finally {
    await rm(own, { force: true });
  }
}

/** A link either is made or was there already; no two processes can both make it. */
async function take(own: string, file: string): Promise<boolean> {
  return await link(own, file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}

function held(file: string): Lock {
  return { status: "held", release: () => rm(file, { force: true }) };
}
