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
export const downloadHref = (id: string, format: "csv" | "json") =>
  `/api/experiments/${part(id)}/attempts?format=${format}`;
