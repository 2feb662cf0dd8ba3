import type { ExperimentIdentity } from "./experiment";
import { experimentSlug } from "./experiment-slug";
import type { BenchmarkSet, Instance } from "./instance";

/** The agent of the documented baseline: its configurations have the documented names. */
export const BASELINE_AGENT = "SWE-agent";

/** Where an experiment came from: the baseline's patches were generated here, the others were handed in. */
export type ExperimentSource = "cli" | "portal" | "sample" | "baseline";

/** Lower-case words with single dashes and dots, so that no file system takes two of them for one. */
const READABLE_MODEL = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/;
const LONGEST_MODEL = 60;
/** Windows takes "con.anything" for the device. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * The folder of a configuration's results: `gpt-5.2_t0.4` as documented for the baseline, where the model's
 * name is a safe folder name; else the experiment's slug, which two configurations never share.
 */
export function configurationFolder(identity: ExperimentIdentity): string {
  const { agent, model, temperature } = identity;
  const readable =
    agent === BASELINE_AGENT &&
    model.length <= LONGEST_MODEL &&
    READABLE_MODEL.test(model) &&
    !DEVICE.test(model);
  if (!readable) return experimentSlug(identity);
  return `${model}_${temperature === null ? "no-temperature" : `t${temperature}`}`;
}

/**
 * The results folder of an experiment below the runs folder. Runs of the baseline are generated once for a
 * configuration, whatever experiments count them; handed-in files have a folder each.
 */
export function resultsFolder(
  experiment: ExperimentIdentity & { set: BenchmarkSet; source: ExperimentSource; folder: string },
): string {
  const { set, source, folder } = experiment;
  return source === "baseline" ? passKFolder(set, experiment) : `${set}/predictions/${folder}`;
}

/** Where the baseline's runs of a configuration lie, below the runs folder. */
export function passKFolder(set: BenchmarkSet, identity: ExperimentIdentity): string {
  return `${set}/passk/${configurationFolder(identity)}`;
}

/** `<repo>/<issue>`: fungus-879 lies in fungus/879; an id that does not start with its repository keeps its whole name. */
export function instanceFolder({ instance_id: id, repo }: Pick<Instance, "instance_id" | "repo">): string {
  const prefix = `${repo}-`;
  return `${repo}/${id.startsWith(prefix) && id.length > prefix.length ? id.slice(prefix.length) : id}`;
}
