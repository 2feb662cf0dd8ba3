import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import { definitionHash } from "@/lib/benchmark/hashes";
import { instanceFolder } from "@/lib/domain/results-folder";
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
  return {
    instanceId: id,
    folder: instanceFolder(instance),
    targetFiles: instance.target_files,
    definitionHash: definitionHash(dataset, instance),
  };
}
