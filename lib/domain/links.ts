import type { BenchmarkSet } from "./instance";

/** Addresses of pages; every part that came from outside is encoded. */
const part = encodeURIComponent;

export const leaderboardHref = (set: BenchmarkSet) => `/?set=${set}`;
export const experimentHref = (id: string) => `/experiments/${part(id)}`;
export const attemptHref = (id: string, instanceId: string, runId: number) =>
  `/experiments/${part(id)}/${part(instanceId)}/${runId}`;
export const instancesHref = (set: BenchmarkSet) => `/instances?set=${set}`;
export const instanceHref = (instanceId: string) => `/instances/${part(instanceId)}`;
export const attemptFileHref = (id: string, instanceId: string, runId: number, file: "patch" | "log") =>
  `/api/experiments/${part(id)}/${part(instanceId)}/${runId}/${file}`;
/** By its own id or its experiment's. */
export const submissionHref = (id: string) => `/submissions/${part(id)}`;
export const badgeHref = (id: string) => `${experimentHref(id)}/badge.svg`;

/** Files of one experiment in the formats of the command line's reports. */
export const REPORT_NAMES = [
  "pass_at_k_report.json",
  "pass_at_k_details.json",
  "leaderboard.json",
  "leaderboard.csv",
] as const;
export type ReportName = (typeof REPORT_NAMES)[number];

/** Addresses of data: JSON, and CSV with `format=csv`. They stay as they are for as long as the version does. */
export const apiHref = {
  experiment: (id: string) => `/api/v1/experiments/${part(id)}`,
  attempts: (id: string) => `/api/v1/experiments/${part(id)}/attempts`,
  report: (id: string, name: ReportName) => `/api/v1/experiments/${part(id)}/reports/${name}`,
  instances: (set: BenchmarkSet) => `/api/v1/instances?set=${set}`,
  instance: (instanceId: string) => `/api/v1/instances/${part(instanceId)}`,
} as const;
/** The same as CSV. */
export const csvHref = (href: string) => `${href}${href.includes("?") ? "&" : "?"}format=csv`;
