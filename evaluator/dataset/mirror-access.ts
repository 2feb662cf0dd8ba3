import { ensureMirror } from "@/evaluator/tree/mirror";
import type { Mirror } from "@/evaluator/tree/types";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import type { Config } from "@/lib/config";
import { type ItemFailure, infrastructureItemFailure } from "./work";

export type MirrorSettings = Pick<Config, "dataDir" | "mirrorDir" | "githubToken">;
export type MirrorAccess = (
  entry: InstanceEntry,
  signal?: AbortSignal,
) => Promise<{ status: "ready"; mirror: Mirror } | ItemFailure>;

/** Gives the repository of an instance with its base and fix, from a local mirror, text history or a clone. */
export function mirrorAccess(settings: MirrorSettings): MirrorAccess {
  return async ({ instance, repo, dataset }, signal) => {
    const result = await ensureMirror({
      repoKey: instance.repo,
      repo,
      instances: [instance],
      dataDir: settings.dataDir,
      datasetDir: dataset.dir,
      ...(settings.mirrorDir === undefined ? {} : { mirrorDir: settings.mirrorDir }),
      ...(settings.githubToken === undefined ? {} : { token: settings.githubToken }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (result.status === "ready") return result;
    return infrastructureItemFailure(result.message);
  };
}
