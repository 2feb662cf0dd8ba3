import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { alternate, createBareRepository, DIFF, EMPTY_TREE } from "@/evaluator/tree/bare";
import { type GitOptions, gitLine, mustGit } from "@/evaluator/tree/git";
import {
  buildHistory,
  HISTORY_FILE,
  type History,
  type HistoryCommit,
  HistoryError,
} from "@/evaluator/tree/history";

type RawCommit = {
  sha: string;
  tree: string;
  parents: string[];
  author: Stamp;
  committer: Stamp;
  message: string;
};
type Stamp = { person: string; date: string };

const PATCH_NAME = /^\d{4}-.*\.patch$/;

/**
 * Writes the line of commits that ends at `ref` (the checked-out branch by default) as text into
 * `folder`, and proves it by building the repository again from that text.
 */
export async function exportHistory(
  gitDir: string,
  folder: string,
  ref = "HEAD",
): Promise<{ commits: number; tip: string }> {
  const own = await resolveRepository(gitDir);
  const tip = await gitLine(["rev-parse", "--verify", `${ref}^{commit}`], { gitDir: own.gitDir });
  const branch = await branchName(own.gitDir, ref);
  const scratch = await mkdtemp(path.join(tmpdir(), "swe-game-bench-export-"));
  try {
    const front = path.join(scratch, "front.git");
    await createBareRepository(front);
    const git: GitOptions = {
      gitDir: front,
      cwd: front,
      env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: alternate(own.objects) },
    };
    const commits = await readCommits(tip, git);
    await writeHistory(commits, branch, folder, git);
    const built = await buildHistory(folder, path.join(scratch, "built.git"));
    return { commits: commits.length, tip: built.tip };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Accepts a bare repository, a work tree, or its `.git`. */
async function resolveRepository(dir: string): Promise<{ gitDir: string; objects: string }> {
  const entries = await readdir(dir).catch(() => [] as string[]);
  const gitDir = path.resolve(entries.includes(".git") ? path.join(dir, ".git") : dir);
  const objects = await gitLine(["rev-parse", "--git-path", "objects"], { gitDir, cwd: dir }).catch(
    (cause: unknown) => {
      throw new HistoryError(`${dir} is not a git repository.`, { cause });
    },
  );
  return { gitDir, objects: path.resolve(dir, objects) };
}

async function branchName(gitDir: string, ref: string): Promise<string> {
  const full = await gitLine(["rev-parse", "--symbolic-full-name", ref], { gitDir });
  const name = full.replace(/^refs\/heads\//, "");
  return name === "" || name === "HEAD" || name.startsWith("refs/") ? "main" : name;
}

async function readCommits(tip: string, git: GitOptions): Promise<RawCommit[]> {
  const list = await gitLine(["rev-list", "--topo-order", "--reverse", tip], git);
  const commits: RawCommit[] = [];
  for (const sha of list.split("\n"))
    commits.push(parseCommit(sha, await mustGit(["cat-file", "commit", sha], git)));
  return commits;
}

function parseCommit(sha: string, data: Buffer): RawCommit {
  const text = data.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(data))
    throw new HistoryError(`Commit ${sha} has a message that is not UTF-8.`);
  const split = text.indexOf("\n\n");
  const headers = text.slice(0, split).split("\n");
  const all = (key: string) =>
    headers.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  const known = ["tree", "parent", "author", "committer"];
  const strange = headers.find((line) => !known.includes(line.split(" ")[0] ?? ""));
  if (strange !== undefined)
    throw new HistoryError(
      `Commit ${sha} has a "${strange.split(" ")[0]}" header (a signature or an encoding), which text history cannot keep.`,
    );
  const parents = all("parent");
  if (parents.length > 1)
    throw new HistoryError(`Commit ${sha} is a merge; text history is one line of commits. Rebase it first.`);
  const message = text.slice(split + 2);
  if (!message.endsWith("\n"))
    throw new HistoryError(`The message of commit ${sha} does not end with a line feed.`);
  return {
    sha,
    tree: all("tree")[0] ?? "",
    parents,
    author: stamp(all("author")[0], sha),
    committer: stamp(all("committer")[0], sha),
    message: message.slice(0, -1),
  };
}

function stamp(line: string | undefined, sha: string): Stamp {
  const match = /^(.*) (\d+) ([+-]\d{2})(\d{2})$/.exec(line ?? "");
  if (!match) throw new HistoryError(`Commit ${sha} has an author or committer line that cannot be read.`);
  const [, person = "", seconds = "0", hours = "+00", minutes = "00"] = match;
  const offset = (Math.abs(Number(hours)) * 60 + Number(minutes)) * (hours.startsWith("-") ? -60 : 60);
  const local = new Date((Number(seconds) + offset) * 1000).toISOString().slice(0, 19);
  return { person, date: `${local}${hours}:${minutes}` };
}

async function writeHistory(
  commits: RawCommit[],
  branch: string,
  folder: string,
  git: GitOptions,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const author = commits[0]?.author.person ?? "";
  const listed: HistoryCommit[] = [];
  let before = EMPTY_TREE;
  for (const [index, commit] of commits.entries()) {
    const patch = await mustGit([...DIFF, before, commit.tree], git);
    const name = patchName(index + 1, commit.message);
    if (patch.length > 0) await writeWhole(path.join(folder, name), patch);
    listed.push(listedCommit(commit, author, patch.length > 0 ? name : undefined));
    before = commit.tree;
  }
  const history: History = { author, branch, commits: listed };
  await writeWhole(path.join(folder, HISTORY_FILE), Buffer.from(`${JSON.stringify(history, null, 2)}\n`));
  const kept = new Set(listed.map((commit) => commit.patch));
  const stale = (await readdir(folder)).filter((name) => PATCH_NAME.test(name) && !kept.has(name));
  await Promise.all(stale.map((name) => rm(path.join(folder, name))));
}

/** Says only what differs from the defaults, so that a reviewer reads little. */
function listedCommit(commit: RawCommit, author: string, patch: string | undefined): HistoryCommit {
  return {
    sha: commit.sha,
    message: commit.message,
    date: commit.author.date,
    ...(patch === undefined ? {} : { patch }),
    ...(commit.author.person === author ? {} : { author: commit.author.person }),
    ...(commit.committer.person === commit.author.person ? {} : { committer: commit.committer.person }),
    ...(commit.committer.date === commit.author.date ? {} : { committer_date: commit.committer.date }),
  };
}

function patchName(number: number, message: string): string {
  const subject = (message.split("\n")[0] ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const slug = subject
    .replace(/^-+|-+$/g, "")
    .slice(0, 50)
    .replace(/-+$/, "");
  return `${String(number).padStart(4, "0")}-${slug === "" ? "commit" : slug}.patch`;
}

async function writeWhole(file: string, data: Uint8Array): Promise<void> {
  await writeFile(`${file}.part`, data);
  await rename(`${file}.part`, file);
}
