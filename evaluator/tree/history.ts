import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { APPLY, createBareRepository } from "@/evaluator/tree/bare";
import { GitError, type GitOptions, gitLine, MACHINE_FAULT, mustGit, runGit } from "@/evaluator/tree/git";

/** The name of the list of commits inside a history folder. */
export const HISTORY_FILE = "history.json";

const person = z.string().regex(/^[^<>\n]+ <[^<>\n]*>$/, 'must be "Name <mail>"');
const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/, "must be a date like 2024-05-01T09:30:00+02:00");

const commitSchema = z.strictObject({
  sha: z.string().regex(/^[0-9a-f]{40}$/, "must be a full 40-digit commit hash"),
  /** The whole message without its last line feed. */
  message: z.string().min(1),
  date,
  /** Name of the patch file; absent for a commit that changes nothing. */
  patch: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]*\.patch$/, "must be the name of a .patch file beside it")
    .optional(),
  author: person.optional(),
  committer: person.optional(),
  committer_date: date.optional(),
});

/** A repository as reviewable text: one line of commits, oldest first, one patch for each. */
const historySchema = z.strictObject({
  author: person,
  branch: z.string().regex(/^[A-Za-z0-9][\w./-]*$/),
  commits: z.array(commitSchema).min(1),
});
export type History = z.infer<typeof historySchema>;
export type HistoryCommit = z.infer<typeof commitSchema>;

/** Something wrong in a history folder: which file or commit, and what. */
export class HistoryError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = "HistoryError";
  }
}

/** Reads and checks `history.json` of a folder. */
export async function readHistory(folder: string): Promise<History> {
  const file = path.join(folder, HISTORY_FILE);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new HistoryError(
      `${file} could not be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
  const parsed = historySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new HistoryError(`${file}, ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is not valid"}.`);
}

/** The newest commit of a history: it stands for all of them. */
export function historyTip(history: History): string {
  const last = history.commits.at(-1);
  if (last === undefined) throw new HistoryError("A history needs at least one commit.");
  return last.sha;
}

/**
 * Rebuilds the repository of a history folder as a new bare repository at `gitDir`. Every commit must
 * come out with the hash that is written down, so the text and the repository are the same thing.
 */
export async function buildHistory(
  folder: string,
  gitDir: string,
  signal?: AbortSignal,
): Promise<{ tip: string }> {
  const history = await readHistory(folder);
  await mkdir(path.dirname(gitDir), { recursive: true });
  await createBareRepository(gitDir, history.branch);
  const git: GitOptions = {
    gitDir,
    cwd: gitDir,
    signal,
    env: { GIT_INDEX_FILE: path.join(gitDir, "index") },
  };
  let parent: string | undefined;
  for (const [index, commit] of history.commits.entries()) {
    const where = `${path.join(folder, HISTORY_FILE)}, commit ${index + 1} of ${history.commits.length} (${title(commit)})`;
    await applyCommit(folder, commit, git, where);
    const sha = await writeCommit(history, commit, parent, git);
    if (sha !== commit.sha) {
      throw new HistoryError(
        `${where}: the patch and the data give commit ${sha}, but ${commit.sha} is written down. Export the history again.`,
      );
    }
    parent = sha;
  }
  const tip = historyTip(history);
  await mustGit(["update-ref", `refs/heads/${history.branch}`, tip], git);
  return { tip };
}

async function applyCommit(
  folder: string,
  commit: HistoryCommit,
  git: GitOptions,
  where: string,
): Promise<void> {
  if (commit.patch === undefined) return;
  let patch: Buffer;
  try {
    patch = await readFile(path.join(folder, commit.patch));
  } catch (cause) {
    throw new HistoryError(`${where}: ${commit.patch} could not be read.`, { cause });
  }
  const applied = await runGit(APPLY, { ...git, stdin: patch });
  if (applied.status === "ok") return;
  if (applied.reason !== "exit" || MACHINE_FAULT.test(applied.stderr)) throw new GitError(applied);
  throw new HistoryError(`${where}: ${commit.patch} does not apply. ${applied.message}`, { cause: applied });
}

async function writeCommit(
  history: History,
  commit: HistoryCommit,
  parent: string | undefined,
  git: GitOptions,
): Promise<string> {
  const tree = await gitLine(["write-tree"], git);
  const author = splitPerson(commit.author ?? history.author);
  const committer = splitPerson(commit.committer ?? commit.author ?? history.author);
  const env = {
    ...git.env,
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.mail,
    GIT_AUTHOR_DATE: gitDate(commit.date),
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.mail,
    GIT_COMMITTER_DATE: gitDate(commit.committer_date ?? commit.date),
  };
  const parents = parent === undefined ? [] : ["-p", parent];
  const stdin = Buffer.from(`${commit.message}\n`, "utf8");
  return await gitLine(["commit-tree", ...parents, "-F", "-", tree], { ...git, env, stdin });
}

function splitPerson(value: string): { name: string; mail: string } {
  const at = value.lastIndexOf(" <");
  return { name: value.slice(0, at), mail: value.slice(at + 2, -1) };
}

/** "2024-05-01T09:30:00+02:00" as git's own seconds and zone, which leaves nothing to guess. */
function gitDate(iso: string): string {
  const zone = iso.slice(-6).replace(":", "");
  return `@${Math.floor(Date.parse(iso) / 1000)} ${zone}`;
}

function title(commit: HistoryCommit): string {
  return `"${commit.message.split("\n")[0] ?? ""}"`;
}
