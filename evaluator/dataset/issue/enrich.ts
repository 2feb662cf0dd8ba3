import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { writeWhole } from "@/evaluator/write-whole";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import {
  datasetFailure,
  type ItemOutcome,
  infrastructureItemFailure,
  type WorkItem,
  type WorkWatcher,
  workThrough,
} from "../work";
import { createGithubClient, type GithubClient, type GithubSettings, type IssueAddress } from "./github";
import { downloadImage } from "./image-download";
import { imageUrls, issueText } from "./issue-text";
import { type Clock, systemClock } from "./patience";
import { createVisionClient, type VisionClient, type VisionSettings } from "./vision";

export type EnrichSettings = {
  github: GithubSettings;
  /** Without an endpoint, images become "[image]". */
  vision: VisionSettings | undefined;
  /** Fetch issue texts that are there already once more. */
  force: boolean;
  clock?: Clock;
};

/** Where the issue text of an instance is kept. */
export function issueFile({ dataset, instance }: InstanceEntry): string {
  return path.join(dataset.dir, "issues", `${instance.instance_id}.txt`);
}

/** Writes `issues/<id>.txt` for each instance: title and body from GitHub, images described. */
export async function enrichIssues(
  entries: readonly InstanceEntry[],
  settings: EnrichSettings,
  watcher: WorkWatcher = {},
  signal?: AbortSignal,
): Promise<WorkItem[]> {
  const clock = settings.clock ?? systemClock;
  const onWait = (why: string, ms: number) => watcher.said?.(`${why}: waiting ${waitText(ms)}`);
  const services: Services = {
    github: createGithubClient(settings.github, { clock, onWait }),
    vision: settings.vision ? createVisionClient(settings.vision, { clock, onWait }) : undefined,
    apiUrl: settings.github.apiUrl,
    clock,
    known: new Map(),
  };
  const work = (entry: InstanceEntry) => enrichOne(entry, settings.force, services, signal);
  return await workThrough(entries, work, watcher, signal);
}

type Services = {
  github: GithubClient;
  vision: VisionClient | undefined;
  apiUrl: string;
  clock: Clock;
  /** Descriptions of this run: one image in several issues is shown once. */
  known: Map<string, string>;
};

async function enrichOne(
  entry: InstanceEntry,
  force: boolean,
  services: Services,
  signal: AbortSignal | undefined,
): Promise<ItemOutcome> {
  const file = issueFile(entry);
  if (!force && existsSync(file) && statSync(file).size > 0) return { status: "kept", note: "there already" };
  const address = issueAddress(entry);
  if (address === null)
    return datasetFailure(
      "has no issue on GitHub that could be asked for.",
      "Give it issue_url, or issue_number and a github.com web_url of its repository.",
    );
  const issue = await services.github.issue(address, signal);
  if (issue.status === "failed") return { ...issue, message: `${shown(address)}: ${issue.message}` };
  const described = await describeImages(imageUrls(issue.body), services, signal);
  if (described.status === "failed") return infrastructureItemFailure(described.message, described.mend);
  await writeWhole(file, issueText(issue, services.known));
  return { status: "written", note: noteOf(issue.isPullRequest, described) };
}

type Described =
  | { status: "done"; images: number; described: number; reasons: string[] }
  | { status: "failed"; message: string; mend: string };

async function describeImages(
  urls: readonly string[],
  services: Services,
  signal: AbortSignal | undefined,
): Promise<Described> {
  const reasons: string[] = [];
  if (services.vision === undefined) return { status: "done", images: urls.length, described: 0, reasons };
  for (const url of urls) {
    if (services.known.has(url)) continue;
    const image = await downloadImage(url, { apiUrl: services.apiUrl, clock: services.clock, signal });
    if (image.status === "unusable") {
      reasons.push(image.reason);
      continue;
    }
    const answer = await services.vision.describe(image, signal);
    if (answer.status === "failed") return answer;
    if (answer.status === "declined") reasons.push(answer.reason);
    else services.known.set(url, answer.text);
  }
  const described = urls.filter((url) => services.known.has(url)).length;
  return { status: "done", images: urls.length, described, reasons };
}

/** Where GitHub keeps the text: the issue's own address, else the repository's with the number. */
export function issueAddress({ instance, repo }: InstanceEntry): IssueAddress | null {
  const byUrl = /^https?:\/\/[^/]+\/(\w[\w.-]*)\/(\w[\w.-]*)\/(?:issues|pull)\/(\d+)\/?$/.exec(
    instance.issue_url ?? "",
  );
  if (byUrl) return { owner: byUrl[1] ?? "", name: byUrl[2] ?? "", number: Number(byUrl[3]) };
  const web = /^https?:\/\/github\.com\/(\w[\w.-]*)\/(\w[\w.-]*?)(?:\.git)?\/?$/.exec(
    repo.web_url ?? repo.url,
  );
  if (!web || instance.issue_number === undefined) return null;
  return { owner: web[1] ?? "", name: web[2] ?? "", number: instance.issue_number };
}

function shown(address: IssueAddress): string {
  return `${address.owner}/${address.name}#${address.number}`;
}

function noteOf(isPullRequest: boolean, images: Extract<Described, { status: "done" }>): string {
  const kind = isPullRequest ? "pull request" : "issue";
  if (images.images === 0) return kind;
  const plain = images.images - images.described;
  const why = images.reasons.length > 0 ? ` (${[...new Set(images.reasons)].join("; ")})` : "";
  return `${kind}, ${images.described} of ${images.images} images described${plain > 0 ? `, ${plain} as [image]${why}` : ""}`;
}

function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
