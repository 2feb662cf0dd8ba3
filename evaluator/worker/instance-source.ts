import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import { definitionHash } from "@/lib/benchmark/hashes";
import type { InstanceFacts, InstanceSource } from "./types";

/** The dataset as it was when this process started; a changed dataset needs a new process. */
export function instanceSource(benchmark: Benchmark): InstanceSource {
  const known = new Map<string, InstanceFacts>();
  return {
    find(instanceId) {
      const entry = benchmark.instances.get(instanceId);
      if (!entry) return null;
      const facts = known.get(instanceId) ?? factsOf(entry);
      known.set(instanceId, facts);
      return facts;
    },
  };
}

function factsOf({ instance, dataset }: InstanceEntry): InstanceFacts {
  const id = instance.instance_id;
  const prefix = `${instance.repo}-`;
  return {
    instanceId: id,
    repo: instance.repo,
    // "fungus-879" lies in fungus/879; an id that does not start with its repository keeps its whole name.
    issue: id.startsWith(prefix) ? id.slice(prefix.length) : id,
    targetFiles: instance.target_files,
    definitionHash: definitionHash(dataset, instance),
  };
}
