import type { Role } from "./access";
import type { Agreement } from "./audit";
import type { BenchmarkSet } from "./instance";
import type { OracleRate } from "./oracle-similarity";
import type { Outcome } from "./outcome";
import type { VerifiedEvidence } from "./portal";
import type { SystemName } from "./views";

/** What maintainers are shown; nobody else gets any of it. */

export type WorkerHealth = "working" | "idle" | "silent" | "lost" | "stopped";

export type WorkView = {
  jobId: number;
  kind: "check" | "plan" | "evaluate";
  /** An instance, or the experiment whose patches are looked at. */
  what: string;
  href: string | null;
  audit: boolean;
  since: number;
  lost: number;
  tries: number;
};

export type WorkerView = {
  id: string;
  host: string;
  pid: number;
  health: WorkerHealth;
  startedAt: number;
  heartbeatAt: number;
  canEvaluate: boolean;
  note: string;
  jobs: WorkView[];
};

export type QueueView = {
  counts: { kind: WorkView["kind"]; blocked: number; queued: number; claimed: number; audit: number }[];
  oldestAt: number | null;
  next: WorkView[];
  /** Jobs that were given up, the newest first. */
  failed: (WorkView & { error: string })[];
};

export type OverviewView = {
  workers: WorkerView[];
  queue: QueueView;
  auditsRunning: number;
};

export type ApprovalView = {
  id: string;
  experimentHref: string;
  system: SystemName;
  set: BenchmarkSet;
  rows: number;
  fileName: string;
  submittedAt: number;
  by: string;
  applied: number;
  attempts: number;
};

export type FlagView = {
  attemptId: number;
  system: SystemName;
  set: BenchmarkSet;
  instanceId: string;
  runId: number;
  href: string;
  outcome: Outcome | null;
  flags: { rule: string; path: string; message: string; line: string | null }[];
};

export type FlagsView = {
  rules: { rule: string; count: number }[];
  entries: FlagView[];
  before: number | null;
};

export type MaintainedExperiment = SystemName & {
  id: string;
  href: string;
  set: BenchmarkSet;
  state: string;
  current: boolean;
  hidden: boolean;
  withdrawn: boolean;
  createdAt: number;
  verified: boolean;
  flagged: number;
  audit: { state: string; agreement: Agreement } | null;
  similarity: OracleRate | null;
};

export type AuditSummary = {
  id: string;
  state: "running" | "complete" | "cancelled";
  share: number;
  seed: string;
  startedBy: string;
  createdAt: number;
  finishedAt: number | null;
  runs: number;
  agreement: Agreement;
  outdated: boolean;
  full: boolean;
};

export type ExperimentDesk = MaintainedExperiment & {
  evidence: VerifiedEvidence | null;
  verifiedAt: number | null;
  verifiedBy: string | null;
  verifiedNote: string | null;
  distinctRuns: number;
  audits: AuditSummary[];
  /** By instance, where any attempt is the same or near. */
  near: { instanceId: string; fixLines: number; same: number[]; near: number[] }[];
};

export type ArtifactLink = { name: string; href: string };
export type AuditedRunView = {
  instanceId: string;
  runs: { runId: number; href: string }[];
  state: "waiting" | "running" | "agreed" | "disagreed" | "failed";
  first: { outcome: Outcome | null; reason: string | null; files: ArtifactLink[] };
  second: { outcome: Outcome | null; reason: string | null; files: ArtifactLink[] };
};

export type AuditView = AuditSummary & {
  experiment: SystemName & { id: string; set: BenchmarkSet };
  notDrawn: number;
  patchAlone: number;
  list: AuditedRunView[];
};

export type EventView = {
  id: number;
  at: number;
  actor: string;
  actorId: string;
  kind: string;
  subject: string;
  subjectHref: string | null;
  data: { term: string; value: string }[];
};

export type EventsView = { kinds: string[]; entries: EventView[]; before: number | null };

export type ManagedAccount = {
  id: string;
  name: string;
  username: string | null;
  email: string;
  role: Role;
  banned: boolean;
  banReason: string | null;
  createdAt: number;
  keys: number;
  submissions: number;
};

export type AccountsView = { accounts: ManagedAccount[]; total: number; page: number; pages: number };
