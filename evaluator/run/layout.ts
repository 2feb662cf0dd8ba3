import { randomBytes } from "node:crypto";
import path from "node:path/posix";

/** Where the project lies in the sandbox: the same in warm images and runs, or the editor would import anew. */
export const PROJECT_DIR = "/project";

/** The Unity project's folder, which may lie below the repository's. */
export function projectFolder(projectPath: string): string {
  return path.join(PROJECT_DIR, projectPath);
}

/** A repository path as the editor's log writes it: relative to the Unity project. */
export function logPath(repositoryPath: string, projectPath: string): string {
  return path.relative(path.join("/", projectPath), path.join("/", repositoryPath));
}

/** An editor that was killed leaves its lock behind. */
export function lockFile(projectPath: string): string {
  return path.join(projectFolder(projectPath), "Temp", "UnityLockfile");
}

/** Fresh for every run: no image, patch or earlier suite can hold a file there. */
export function resultsFolder(): string {
  return `/var/tmp/${randomBytes(12).toString("hex")}`;
}
