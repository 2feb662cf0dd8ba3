import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Repo } from "@/lib/domain/instance";
import type { Dataset, HiddenTestFile } from "./dataset";

/** The hidden NUnit tree of an instance, sorted by path; empty when the dataset has none yet. */
export function readHiddenTests(dataset: Dataset, instanceId: string): HiddenTestFile[] {
  const root = path.join(dataset.dir, "tests", instanceId);
  return listFiles(root)
    .sort()
    .map((file) => ({ path: file, data: readFileSync(path.join(root, file)) }));
}

/** The developers' fix restricted to the target files; null when it has not been generated. */
export function readOraclePatch(dataset: Dataset, instanceId: string): Uint8Array | null {
  return (
    readOptional(path.join(dataset.dir, "oracle_patches", `${instanceId}.patch`)) ??
    readOptional(path.join(dataset.dir, "oracle_patches", `${instanceId}.diff`))
  );
}

/** The text an agent sees: title, empty line, body. Null when it has not been fetched. */
export function readIssueText(dataset: Dataset, instanceId: string): string | null {
  const bytes = readOptional(path.join(dataset.dir, "issues", `${instanceId}.txt`));
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** The folder with the text history of a repository, for `history:` URLs; null for clone URLs. */
export function historyFolder(dataset: Dataset, url: string): string | null {
  return url.startsWith("history:") ? path.join(dataset.dir, url.slice("history:".length)) : null;
}

export type HookFile =
  | { status: "found"; file: string; data: Uint8Array }
  | { status: "none" }
  /** `repos.yaml` names one that is not there. */
  | { status: "missing"; hook: string };

const HOOK_ENDINGS = ["", ".ts", ".mts", ".mjs", ".js"];

/** The hook module of a repository: the one that `repos.yaml` names, else the one named for its key. */
export function hookFile(dir: string, repoKey: string, repo: Pick<Repo, "hook"> | undefined): HookFile {
  const named = repo?.hook?.replace(/^hooks\//, "");
  const candidates = named
    ? HOOK_ENDINGS.map((ending) => `${named}${ending}`)
    : HOOK_ENDINGS.slice(1).map((ending) => `${repoKey}${ending}`);
  for (const candidate of candidates) {
    const data = readOptional(path.join(dir, "hooks", candidate));
    if (data !== null) return { status: "found", file: `hooks/${candidate}`, data };
  }
  return repo?.hook ? { status: "missing", hook: repo.hook } : { status: "none" };
}

function readOptional(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Regular files below a folder as relative paths with `/`; links are left out. */
function listFiles(root: string, below = ""): string[] {
  let entries: import("node:fs").Dirent[];
  try {
    entries = readdirSync(path.join(root, below), { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const relative = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(root, relative);
    return entry.isFile() ? [relative] : [];
  });
}
