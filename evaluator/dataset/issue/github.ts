import * as z from "zod";
import { exchange, type HttpReply } from "./http";
import { askPatiently, backoffMs, type Clock, MAX_WAIT_MS, type Step } from "./patience";
import { exhaustedMs, limitOf } from "./rate-limit";

export type GithubSettings = {
  /** Base of the REST API, such as https://api.github.com. */
  apiUrl: string;
  token: string | undefined;
};

/** Where an issue or pull request is: the issues endpoint serves both. */
export type IssueAddress = { owner: string; name: string; number: number };

/** Only what an agent may see. Comments, labels and the author are not even read. */
export type GithubIssue = { status: "found"; title: string; body: string; isPullRequest: boolean };
export type GithubFailure = {
  status: "failed";
  kind: "dataset" | "infrastructure";
  message: string;
  mend: string;
};
type Result = GithubIssue | GithubFailure;

export type GithubClient = { issue(address: IssueAddress, signal?: AbortSignal): Promise<Result> };

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const MAX_MOVES = 3;

const issueSchema = z.object({
  title: z.string(),
  body: z.string().nullish(),
  pull_request: z.unknown().optional(),
});

/** Reads issues one after the other, within GitHub's limits. */
export function createGithubClient(
  settings: GithubSettings,
  options: { clock: Clock; onWait?: (why: string, ms: number) => void },
): GithubClient {
  const base = new URL(settings.apiUrl);
  const headers = requestHeaders(settings.token);
  let closedUntil = 0;
  const ask = async (url: string, attempt: number, signal?: AbortSignal): Promise<Step<Answer>> => {
    const pause = closedUntil - options.clock.now();
    if (pause > 0) {
      options.onWait?.("GitHub's hourly rate limit is used up", pause);
      await options.clock.sleep(pause, signal);
    }
    const reply = await exchange({ url, headers, maxBytes: MAX_ANSWER_BYTES, timeoutMs: TIMEOUT_MS, signal });
    if (reply.status === "unreachable") return trouble(reply.message, attempt, options.clock);
    const window = exhaustedMs(reply.headers, options.clock);
    if (window !== null && window <= MAX_WAIT_MS && reply.code < 400)
      closedUntil = options.clock.now() + window;
    return stepOf(reply, attempt, options.clock, settings.token !== undefined);
  };
  const follow = async (url: string, moves: number, signal?: AbortSignal): Promise<Result> => {
    const answer = await askPatiently((attempt) => ask(url, attempt, signal), { ...options, signal });
    if (answer.status !== "moved") return answer;
    const target = URL.canParse(answer.location, url) ? new URL(answer.location, url) : undefined;
    // The token goes with the request, so a redirect may never lead to another host.
    if (moves >= MAX_MOVES || target?.origin !== base.origin)
      return failed("dataset", "GitHub redirects the issue to another place that is not followed.");
    return await follow(target.href, moves + 1, signal);
  };
  return {
    issue: async ({ owner, name, number }, signal) =>
      await follow(`${base.href.replace(/\/+$/, "")}/repos/${owner}/${name}/issues/${number}`, 0, signal),
  };
}

type Answer = Result | { status: "moved"; location: string };

function requestHeaders(token: string | undefined): Record<string, string> {
  return {
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    "user-agent": "swe-game-bench",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

function stepOf(reply: HttpReply, attempt: number, clock: Clock, hasToken: boolean): Step<Answer> {
  const limit = limitOf(reply, attempt, clock);
  if (limit !== null) {
    const mend = hasToken
      ? "Run enrich again later: finished issues are kept."
      : "Set GITHUB_TOKEN for a higher limit and run enrich again: finished issues are kept.";
    const giveUp = failed("infrastructure", `${limit.why}.`, mend);
    return { do: "wait", ms: limit.ms, why: limit.why, kind: "limit", giveUp };
  }
  if (reply.code >= 500 || reply.code === 408)
    return trouble(`GitHub answered ${reply.code}`, attempt, clock);
  if ([301, 302, 307, 308].includes(reply.code))
    return { do: "end", value: { status: "moved", location: reply.headers.get("location") ?? "" } };
  return { do: "end", value: reply.code === 200 ? readIssue(reply) : refusal(reply.code, hasToken) };
}

function readIssue(reply: HttpReply): Result {
  if (reply.truncated) return failed("dataset", "GitHub's answer is larger than any issue can be.");
  let json: unknown;
  try {
    json = JSON.parse(reply.body.toString("utf8"));
  } catch {
    return failed(
      "infrastructure",
      "GitHub's answer is not JSON.",
      "Is GITHUB_API_URL the base of GitHub's REST API?",
    );
  }
  const parsed = issueSchema.safeParse(json);
  if (!parsed.success) return failed("infrastructure", "GitHub's answer is not an issue.");
  const { title, body, pull_request } = parsed.data;
  return {
    status: "found",
    title,
    body: body ?? "",
    isPullRequest: pull_request !== undefined && pull_request !== null,
  };
}

function refusal(code: number, hasToken: boolean): GithubFailure {
  switch (code) {
    case 401:
      return failed(
        "infrastructure",
        "GitHub refuses the token (401).",
        "Renew GITHUB_TOKEN, or unset it: public issues need none.",
      );
    case 403:
      return failed(
        "infrastructure",
        "GitHub refuses access (403).",
        hasToken ? "Does GITHUB_TOKEN allow to read issues?" : "Set GITHUB_TOKEN.",
      );
    case 404:
      return failed(
        "dataset",
        "GitHub knows no such issue (404).",
        "Check repo, issue_number and issue_url of the instance; a private repository needs GITHUB_TOKEN.",
      );
    case 410:
      return failed(
        "dataset",
        "The issue was deleted, or issues are switched off (410).",
        "Its text can only come from an earlier copy.",
      );
    case 451:
      return failed("dataset", "GitHub has withdrawn the repository (451).");
    default:
      return failed("infrastructure", `GitHub answered ${code}.`);
  }
}

function trouble(message: string, attempt: number, clock: Clock): Step<Answer> {
  const giveUp = failed(
    "infrastructure",
    `${message}.`,
    "Check the network, then run enrich again: finished issues are kept.",
  );
  return { do: "wait", ms: backoffMs(attempt, clock), why: message, kind: "trouble", giveUp };
}

function failed(kind: GithubFailure["kind"], message: string, mend = ""): GithubFailure {
  return { status: "failed", kind, message, mend };
}
