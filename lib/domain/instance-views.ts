import type { BenchmarkSet } from "./instance";
import type { GridRow, SetTab } from "./views";

export type GateView =
  | {
      status: "gated";
      at: number;
      imageName: string;
      imageDigest: string;
      baseMs: number;
      oracleMs: number;
      tests: number;
      /** The instance's definition has changed since: the gate must be shown again. */
      stale: boolean;
    }
  | { status: "not-gated"; reason: string | null; at: number | null };

/** What the public runs tell about an instance. */
export type InstanceMeasures = {
  /** Corrected point-biserial correlation; null where it says nothing (lib/domain/statistics/discrimination). */
  discrimination: number | null;
  medianMs: number | null;
  /** Distinct runs behind the attempts. */
  evaluations: number;
  /** Second runs of the same trees by audits, and those with another outcome. */
  reruns: { compared: number; different: number };
};

export type InstanceRow = {
  id: string;
  set: BenchmarkSet;
  href: string;
  title: string | null;
  repoName: string;
  repoUrl: string | null;
  issueHref: string | null;
  baseSha: string;
  bucket: string;
  platforms: string[];
  targets: number;
  gate: GateView;
  systems: number;
  systemsSolved: number;
  attempts: { counted: number; passed: number };
  measures: InstanceMeasures;
};

export type InstancesView = { set: BenchmarkSet; tabs: SetTab[]; rows: InstanceRow[] };

export type InstanceView = InstanceRow & {
  standin: boolean;
  k: number;
  baseHref: string | null;
  issueNumber: number | null;
  issueText: string | null;
  unityVersion: string | null;
  suites: number;
  grid: GridRow[];
};
