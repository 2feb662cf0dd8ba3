import type { BenchmarkSet } from "./instance";
import type { InstanceRow } from "./instance-views";

/** How the table of instances is sorted and filtered; all of it stands in the address. */

export const INSTANCE_SORTS = [
  "set",
  "id",
  "repository",
  "editor",
  "targets",
  "gate",
  "solved",
  "passed",
  "discrimination",
  "duration",
  "flake",
] as const;
export type InstanceSort = (typeof INSTANCE_SORTS)[number];

export type InstancesAsked = {
  set: BenchmarkSet;
  sort: { key: InstanceSort; descending: boolean };
  /** Empty where nothing is asked for. */
  text: string;
  repository: string;
  editor: string;
  platform: string;
  gate: string;
};

const FILTERS = ["text", "repository", "editor", "platform", "gate"] as const;
export type InstanceFilter = (typeof FILTERS)[number];

/** The order of the dataset itself. */
export const DATASET_ORDER: InstancesAsked["sort"] = { key: "set", descending: false };

/** Reads an address; what is not understood counts as not asked for. */
export function instancesAsked(
  set: BenchmarkSet,
  value: (name: string) => string | undefined,
): InstancesAsked {
  const told = value("sort") ?? "";
  const key = INSTANCE_SORTS.find((one) => one === told.replace(/^-/, ""));
  const filter = (name: InstanceFilter) => (value(name) ?? "").trim().slice(0, 100);
  return {
    set,
    sort: key ? { key, descending: told.startsWith("-") } : DATASET_ORDER,
    text: filter("text"),
    repository: filter("repository"),
    editor: filter("editor"),
    platform: filter("platform"),
    gate: filter("gate"),
  };
}

export function isFiltered(asked: InstancesAsked): boolean {
  return FILTERS.some((name) => asked[name] !== "");
}

/** The address of a table; what is as usual is left out. */
export function instancesAddress(asked: InstancesAsked, change: Partial<InstancesAsked> = {}): string {
  const wanted = { ...asked, ...change };
  const query = new URLSearchParams({ set: wanted.set });
  for (const name of FILTERS) if (wanted[name] !== "") query.set(name, wanted[name]);
  const sort = sortParam(wanted.sort);
  if (sort !== "") query.set("sort", sort);
  return `/instances?${query}`;
}

/** `solved`, `-solved`, or nothing for the order of the dataset. */
export function sortParam({ key, descending }: InstancesAsked["sort"]): string {
  return key === DATASET_ORDER.key ? "" : `${descending ? "-" : ""}${key}`;
}

/** What a click on a head asks for: names rise first, numbers fall; then the other way; then as the dataset has it. */
export function nextInstanceSort(now: InstancesAsked["sort"], key: InstanceSort): InstancesAsked["sort"] {
  const first = !["id", "repository", "editor", "gate"].includes(key);
  if (now.key !== key) return { key, descending: first };
  return now.descending === first ? { key, descending: !first } : DATASET_ORDER;
}

/** The rows that are asked for, in the order that is asked for; a row without the value stands last either way. */
export function chooseInstances(rows: readonly InstanceRow[], asked: InstancesAsked): InstanceRow[] {
  const { key, descending } = asked.sort;
  const chosen = rows.filter((row) => isWanted(row, asked));
  if (key === "set") return chosen;
  const direction = descending ? -1 : 1;
  return chosen
    .map((row, place) => ({ row, place, value: sortValue(row, key) }))
    .sort((a, b) => {
      if (a.value === b.value) return a.place - b.place;
      if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
      return (a.value < b.value ? -1 : 1) * direction;
    })
    .map(({ row }) => row);
}

function isWanted(row: InstanceRow, { text, repository, editor, platform, gate }: InstancesAsked): boolean {
  const words = `${row.id} ${row.title ?? ""} ${row.repoName}`.toLowerCase();
  return (
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => words.includes(word)) &&
    (repository === "" || row.repoName === repository) &&
    (editor === "" || row.bucket === editor) &&
    (platform === "" || row.platforms.includes(platform)) &&
    (gate === "" || gateWord(row) === gate)
  );
}

/** `gated`, `changed-since`, `not-gated`: as the API has it. */
export function gateWord({ gate }: Pick<InstanceRow, "gate">): "gated" | "changed-since" | "not-gated" {
  return gate.status === "not-gated" ? "not-gated" : gate.stale ? "changed-since" : "gated";
}

/** Passed of counted attempts, and reruns that differ of those compared; null where there is none to count. */
export const passedShare = ({ attempts: { counted, passed } }: Pick<InstanceRow, "attempts">) =>
  counted === 0 ? null : passed / counted;
export const flakeRate = ({ compared, different }: InstanceRow["measures"]["reruns"]) =>
  compared === 0 ? null : different / compared;

function sortValue(row: InstanceRow, key: Exclude<InstanceSort, "set">): string | number | null {
  switch (key) {
    case "id":
      return row.id;
    case "repository":
      return row.repoName;
    case "editor":
      return row.bucket;
    case "targets":
      return row.targets;
    case "gate":
      return gateWord(row);
    case "solved":
      return row.systems === 0 ? null : row.systemsSolved / row.systems;
    case "passed":
      return passedShare(row);
    case "discrimination":
      return row.measures.discrimination;
    case "duration":
      return row.measures.medianMs;
    case "flake":
      return flakeRate(row.measures.reruns);
  }
}
