import { randomBytes } from "node:crypto";
import { access, mkdir, readdir, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { mustGit } from "@/evaluator/tree/git";
import { buildHistory, HistoryError, historyTip, readHistory } from "@/evaluator/tree/history";
import { storeOf } from "@/evaluator/tree/store";
import type { Mirror } from "@/evaluator/tree/types";
import { isRunning } from "@/evaluator/tree/workspace";
import type { Instance, Repo } from "@/lib/domain/instance";

const HISTORY = "history:";
const ANEW = "Remove that folder, which is then made anew; if the commit is missing again,";

export type MirrorRequest = {
  /** Key of the repository in `repos.yaml`. */
  repoKey: string;
  repo: Pick<Repo, "url">;
  /** Instances whose commits must be there. */
  instances: readonly Pick<Instance, "instance_id" | "base_sha" | "fix_sha">[];
  /** Mirrors that we make are kept in `mirrors/` below it. */
  dataDir: string;
  /** Folder of the dataset, for repositories kept as text history. */
  datasetDir: string;
  /** A folder of mirrors that others keep (`REPO_MIRROR_DIR`); read, never written. */
  mirrorDir?: string;
  /** Token for https clones. */
  token?: string;
  signal?: AbortSignal;
};

export type MirrorResult =
  | { status: "ready"; mirror: Mirror }
  | {
      status: "mirror-failed";
      /** `machine`: this computer's disk, rights or git, and nothing of the dataset. */
      reason: "missing-commit" | "unreachable" | "history" | "machine";
      message: string;
      cause?: unknown;
    };

/**
 * Gives a bare repository that holds the commits of some instances, and makes it where it is not
 * there yet. Made under a temporary name and then renamed: a killed process leaves no half mirror,
 * and of two processes one wins and both go on.
 */
export async function ensureMirror(request: MirrorRequest): Promise<MirrorResult> {
  const kept = request.mirrorDir === undefined ? null : await findMirror(request.mirrorDir, request);
  if (kept !== null) return await verified(kept, request, "Fetch it there, or unset REPO_MIRROR_DIR.");
  if (request.repo.url.startsWith(HISTORY)) return await fromHistory(request);
  return await fromClone(request);
}

/**
 * The repository among mirrors that others keep: `<key>.git`, `<key>`, or its clone URL's `<owner>/<name>.git`,
 * `<owner>+<name>/repo` and the like.
 */
export async function findMirror(
  dir: string,
  { repoKey, repo }: Pick<MirrorRequest, "repoKey" | "repo">,
): Promise<string | null> {
  const [owner, name] = repo.url
    .replace(/\.git$/, "")
    .split(/[/:]/)
    .slice(-2);
  const names = [repoKey, ...(name === undefined ? [] : [`${owner}/${name}`, `${owner}+${name}`, name])];
  const candidates = names.flatMap((each) => [`${each}.git`, each, `${each}/.git`, `${each}/repo`]);
  for (const candidate of candidates.map((each) => path.join(dir, each))) {
    if (await exists(path.join(candidate, "objects"))) return candidate;
  }
  return null;
}

async function fromHistory(request: MirrorRequest): Promise<MirrorResult> {
  const folder = path.resolve(request.datasetDir, request.repo.url.slice(HISTORY.length));
  try {
    const tip = historyTip(await readHistory(folder));
    // Named by its newest commit, so that a changed history gives another mirror.
    const gitDir = path.join(request.dataDir, "mirrors", `${request.repoKey}-${tip.slice(0, 12)}.git`);
    await makeOnce(gitDir, async (draft) => void (await buildHistory(folder, draft, request.signal)));
    return await verified(
      gitDir,
      request,
      `${ANEW} check the commits in ${path.join(folder, "history.json")}.`,
    );
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const reason = cause instanceof HistoryError ? "history" : "machine";
    return { status: "mirror-failed", reason, message, cause };
  }
}

async function fromClone(request: MirrorRequest): Promise<MirrorResult> {
  const gitDir = path.join(request.dataDir, "mirrors", `${request.repoKey}.git`);
  const network = { config: credentials(request.token), signal: request.signal };
  try {
    await makeOnce(gitDir, async (draft) => {
      await mustGit(["clone", "--quiet", "--bare", "--", request.repo.url, draft], network);
    });
    const absent = await missingCommits(gitDir, request);
    if (absent.length > 0) {
      // Commits that no branch holds any more can still be asked for by their hash.
      const hashes = [...new Set(absent.map(({ sha }) => sha))];
      await mustGit(["fetch", "--quiet", "--no-write-fetch-head", request.repo.url, ...hashes], {
        ...network,
        gitDir,
      });
    }
  } catch (cause) {
    const message = `${request.repo.url} could not be fetched. ${cause instanceof Error ? cause.message : String(cause)}`;
    return { status: "mirror-failed", reason: "unreachable", message, cause };
  }
  return await verified(
    gitDir,
    request,
    `${ANEW} check the hashes in instances.json against ${request.repo.url}.`,
  );
}

const making = new Map<string, Promise<void>>();

/** Makes a folder once, whatever else is making it at the same time. */
async function makeOnce(gitDir: string, make: (draft: string) => Promise<void>): Promise<void> {
  if (await exists(path.join(gitDir, "objects"))) return;
  const running = making.get(gitDir) ?? makeAndRename(gitDir, make).finally(() => making.delete(gitDir));
  making.set(gitDir, running);
  await running;
}

async function makeAndRename(gitDir: string, make: (draft: string) => Promise<void>): Promise<void> {
  const parent = path.dirname(gitDir);
  await mkdir(parent, { recursive: true });
  await removeDrafts(parent);
  const draft = path.join(parent, `.draft-${hostname()}-${process.pid}-${randomBytes(6).toString("hex")}`);
  try {
    await make(draft);
    await rename(draft, gitDir);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes what killed processes of this machine left. */
async function removeDrafts(parent: string): Promise<void> {
  const prefix = `.draft-${hostname()}-`;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!isRunning(pid)) await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

async function verified(gitDir: string, request: MirrorRequest, mend: string): Promise<MirrorResult> {
  const first = (await missingCommits(gitDir, request))[0];
  if (first === undefined) return { status: "ready", mirror: { gitDir } };
  const message = `${first.instance}: the mirror ${gitDir} does not have its ${first.field} ${first.sha}. ${mend}`;
  return { status: "mirror-failed", reason: "missing-commit", message };
}

type MissingCommit = { instance: string; field: "base_sha" | "fix_sha"; sha: string };

async function missingCommits(gitDir: string, { instances }: MirrorRequest): Promise<MissingCommit[]> {
  const store = await storeOf({ gitDir });
  const wanted = instances.flatMap((instance): MissingCommit[] => [
    { instance: instance.instance_id, field: "base_sha", sha: instance.base_sha },
    { instance: instance.instance_id, field: "fix_sha", sha: instance.fix_sha },
  ]);
  const found = await Promise.all(wanted.map(({ sha }) => store.measure(`${sha}^{commit}`)));
  return wanted.filter((_commit, index) => found[index] === null);
}

/** Sent as a header that no argument list and no stored configuration shows. */
function credentials(token: string | undefined): Record<string, string> {
  if (token === undefined) return {};
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
  return { "http.https://github.com/.extraHeader": `Authorization: Basic ${basic}` };
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
