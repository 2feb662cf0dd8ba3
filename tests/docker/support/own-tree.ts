import type { InstanceEntry } from "@/lib/benchmark/dataset";

/**
 * The instance with a base tree that no other file's tests have, told apart by a letter: images that are made from it,
 * counted and removed are theirs alone.
 */
export function ownTree(entry: InstanceEntry, letter: string): InstanceEntry {
  const mark = { replace: { file: "README.md", find: "e", with: letter } };
  return { ...entry, repo: { ...entry.repo, scrub: [...entry.repo.scrub, mark] } };
}
