import { createHash } from "node:crypto";
import type { BenchmarkSet, Instance } from "@/lib/domain/instance";
import { type Benchmark, type Dataset, instancesOfSet } from "./dataset";
import { hookFile, readHiddenTests, readOraclePatch } from "./files";

/**
 * SHA-256 of everything in the dataset that can change an instance's verdict: its row, its repository's
 * entry, hidden tests, oracle patch and hook. The issue text is not part of it.
 */
export function definitionHash(dataset: Dataset, instance: Instance): string {
  const repo = dataset.repos.get(instance.repo);
  const hash = createHash("sha256");
  const add = (name: string, data: Uint8Array | string) => {
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  };
  add("instance", canonicalJson(verdictFields(instance)));
  add("repo", canonicalJson(repo ?? null));
  for (const file of readHiddenTests(dataset, instance.instance_id)) add(`test ${file.path}`, file.data);
  add("oracle", readOraclePatch(dataset, instance.instance_id) ?? "");
  const hook = hookFile(dataset.dir, instance.repo, repo);
  if (hook.status === "found") add("hook", hook.data);
  return hash.digest("hex");
}

/** SHA-256 over the definitions of some instances, whatever their order: equal hashes mean equal questions. */
export function definitionsHash(entries: readonly { dataset: Dataset; instance: Instance }[]): string {
  const lines = entries.map(
    ({ dataset, instance }) => `${instance.instance_id} ${definitionHash(dataset, instance)}`,
  );
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex");
}

/** The dataset hash of an experiment: that of its set. */
export function setHash(benchmark: Benchmark, set: BenchmarkSet): string {
  return definitionsHash(instancesOfSet(benchmark, set));
}

/** Title and links describe an instance; they decide nothing. */
function verdictFields(instance: Instance): Record<string, unknown> {
  const { title: _title, issue_url: _url, issue_number: _number, ...rest } = instance;
  return rest;
}

/** JSON with sorted keys, so that the order of fields in a file does not matter. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}
