import type { InstanceMetrics } from "./metrics";
import { type MetricMeans, metricsOverInstances } from "./set-metrics";

/** How a system did at some of the instances: those of one repository, or of one editor. */
export type BreakdownGroup = {
  name: string;
  instances: number;
  /** Every instance of the group has all its attempts. */
  complete: boolean;
  solved: number;
  attempts: { counted: number; passed: number };
  /** Means over the group's instances by the functions that make those of a set; null while incomplete. */
  means: MetricMeans | null;
};

/** Instance metrics by group; the group with most instances first, then by name. */
export function breakdown(
  instances: readonly InstanceMetrics[],
  k: number,
  groupOf: (instanceId: string) => string,
): BreakdownGroup[] {
  const groups = new Map<string, InstanceMetrics[]>();
  for (const one of instances) {
    const name = groupOf(one.instanceId);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups]
    .map(([name, members]) => groupFrom(name, members, k))
    .sort((a, b) => b.instances - a.instances || (a.name < b.name ? -1 : 1));
}

function groupFrom(name: string, members: InstanceMetrics[], k: number): BreakdownGroup {
  const { means, complete } = metricsOverInstances(members, k, true);
  return {
    name,
    instances: members.length,
    complete,
    solved: members.filter((one) => one.passedCount > 0).length,
    attempts: {
      counted: members.reduce((sum, one) => sum + one.n, 0),
      passed: members.reduce((sum, one) => sum + one.passedCount, 0),
    },
    means,
  };
}
