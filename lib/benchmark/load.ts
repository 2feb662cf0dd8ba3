import { readFileSync } from "node:fs";
import path from "node:path";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import { type Instance, instanceSchema, type Repo, reposSchema } from "@/lib/domain/instance";
import type { Problem } from "@/lib/domain/problem";
import type { Benchmark, Dataset, DatasetLoad, InstanceEntry } from "./dataset";
import { hookFile } from "./files";
import { definitionsHash } from "./hashes";

type Read<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** Reads a dataset folder; every problem of its two definition files is reported, not the first. */
export function loadDataset(dir: string): DatasetLoad {
  const instances = readInstances(path.join(dir, "instances.json"));
  const repos = readRepos(path.join(dir, "repos.yaml"));
  const problems = [...(instances.ok ? [] : instances.problems), ...(repos.ok ? [] : repos.problems)];
  if (!instances.ok || !repos.ok) return { status: "invalid", dir, problems };
  problems.push(...crossCheck(instances.value, repos.value), ...missingHooks(dir, repos.value));
  if (problems.length > 0) return { status: "invalid", dir, problems };
  const dataset: Dataset = { dir, instances: instances.value, repos: repos.value, hash: "" };
  return {
    status: "loaded",
    dataset: {
      ...dataset,
      hash: definitionsHash(dataset.instances.map((instance) => ({ dataset, instance }))),
    },
  };
}

export class DatasetError extends Error {
  constructor(readonly loads: { dir: string; problems: Problem[] }[]) {
    super(loads.map((load) => `${load.dir}: ${load.problems.map((p) => p.message).join("; ")}`).join("\n"));
  }
}

/**
 * Loads the benchmark folder and the sample beside it. A folder without `instances.json` counts as empty,
 * so that the sample works before the dataset is there.
 * @throws DatasetError with every problem of every folder.
 */
export function loadBenchmark(dirs: { benchmarkDir: string; sampleDir: string }): Benchmark {
  const loads = [dirs.benchmarkDir, dirs.sampleDir].filter(hasInstances).map(loadDataset);
  const invalid = loads.filter((load) => load.status === "invalid");
  if (invalid.length > 0) throw new DatasetError(invalid);
  const datasets = loads.flatMap((load) => (load.status === "loaded" ? [load.dataset] : []));
  const instances = new Map<string, InstanceEntry>();
  for (const dataset of datasets) {
    for (const instance of dataset.instances) {
      const repo = dataset.repos.get(instance.repo);
      if (!repo) continue;
      if (instances.has(instance.instance_id)) {
        const message = `${instance.instance_id} is defined in two dataset folders.`;
        throw new DatasetError([{ dir: dataset.dir, problems: [{ severity: "error", message }] }]);
      }
      instances.set(instance.instance_id, { instance, repo, dataset });
    }
  }
  return { datasets, instances };
}

function hasInstances(dir: string): boolean {
  return readText(path.join(dir, "instances.json")) !== null;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function readInstances(file: string): Read<Instance[]> {
  const text = readText(file);
  if (text === null) return failure(`${file} is missing.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    return failure(`${file} is not JSON: ${(cause as Error).message}`);
  }
  // The authors' file may be a list, or an object that holds the list under "instances".
  const wrapped = z.object({ instances: z.array(z.unknown()) }).safeParse(json);
  const list = z.array(z.unknown()).safeParse(wrapped.success ? wrapped.data.instances : json);
  if (!list.success) return failure(`${file} must hold a list of instances.`);
  const problems: Problem[] = [];
  const instances: Instance[] = [];
  list.data.forEach((row, index) => {
    const parsed = instanceSchema.safeParse(row);
    if (parsed.success) instances.push(parsed.data);
    else problems.push(...issuesOf(parsed.error, `instance ${index + 1}${idOf(row)}`));
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: instances };
}

function readRepos(file: string): Read<ReadonlyMap<string, Repo>> {
  const text = readText(file);
  if (text === null) return failure(`${file} is missing.`);
  let data: unknown;
  try {
    data = parseYaml(text);
  } catch (cause) {
    return failure(`${file} is not YAML: ${(cause as Error).message}`);
  }
  const wrapped = z.object({ repos: z.unknown() }).safeParse(data);
  const parsed = reposSchema.safeParse(wrapped.success && wrapped.data.repos ? wrapped.data.repos : data);
  if (!parsed.success) return { ok: false, problems: issuesOf(parsed.error, "repos.yaml") };
  return { ok: true, value: new Map(Object.entries(parsed.data)) };
}

function crossCheck(instances: readonly Instance[], repos: ReadonlyMap<string, Repo>): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const instance of instances) {
    const instanceId = instance.instance_id;
    const tell = (message: string) =>
      problems.push({ severity: "error", instanceId, message: `${instanceId}: ${message}` });
    if (seen.has(instanceId)) tell("is defined twice.");
    seen.add(instanceId);
    const repo = repos.get(instance.repo);
    if (!repo) tell(`repo "${instance.repo}" has no entry in repos.yaml.`);
    else if (!repo.unity_buckets.includes(instance.unity_bucket)) {
      tell(`unity_bucket ${instance.unity_bucket} is not among the buckets of ${instance.repo}.`);
    }
  }
  return problems;
}

function missingHooks(dir: string, repos: ReadonlyMap<string, Repo>): Problem[] {
  return [...repos].flatMap(([key, repo]): Problem[] => {
    const hook = hookFile(dir, key, repo);
    if (hook.status !== "missing") return [];
    return [
      { severity: "error", message: `repos.yaml: the hook ${hook.hook} of ${key} is not in ${dir}/hooks.` },
    ];
  });
}

function issuesOf(error: z.ZodError, where: string): Problem[] {
  return error.issues.map((issue) => ({
    severity: "error",
    field: issue.path.join("."),
    message: `${where}: ${issue.path.join(".")} ${issue.message}`,
  }));
}

function idOf(row: unknown): string {
  const id = z.object({ instance_id: z.string() }).safeParse(row);
  return id.success ? ` (${id.data.instance_id})` : "";
}

function failure(message: string): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [{ severity: "error", message }] };
}
