/** What keeps a program in its sandbox; a provider that lacks a part says so in its probe. */
const ISOLATION_PARTS = [
  "files",
  "network",
  "privileges",
  "memory",
  "processes",
  "cpu",
  "disk",
  "kill",
] as const;

export type IsolationPart = (typeof ISOLATION_PARTS)[number];
export type Isolation = Record<IsolationPart, boolean>;

/** What it means for whoever runs a patch when a part is missing. */
const MISSING: Record<IsolationPart, string> = {
  files: "programs can read and write files outside their folder",
  network: "programs can reach the network",
  privileges: "programs keep the rights of the account that started them",
  memory: "the memory limit is not enforced",
  processes: "the number of processes is not limited",
  cpu: "the CPU limit is not enforced",
  disk: "the disk limit is not enforced",
  kill: "a program that hides from its parent can outlive the sandbox",
};

export const FULL_ISOLATION: Isolation = {
  files: true,
  network: true,
  privileges: true,
  memory: true,
  processes: true,
  cpu: true,
  disk: true,
  kill: true,
};

/** One note for each missing part, as `part: meaning`. */
export function isolationNotes(isolation: Isolation): string[] {
  return ISOLATION_PARTS.filter((part) => !isolation[part]).map((part) => `${part}: ${MISSING[part]}`);
}
