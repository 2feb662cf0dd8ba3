import * as z from "zod";
import { exchange } from "@/evaluator/dataset/issue/http";
import type { Config } from "@/lib/config";
import { type Check, checker } from "./check";

const TIMEOUT_MS = 8000;
const limitSchema = z.object({
  resources: z.object({ core: z.object({ limit: z.number(), remaining: z.number() }) }),
});

/** GitHub's API, which `enrich` asks; the question itself counts against no limit. */
export async function checkGithub(
  config: Pick<Config, "githubApiUrl" | "githubToken">,
  signal: AbortSignal,
): Promise<Check> {
  const say = checker("github", "GitHub");
  const token = config.githubToken;
  const reply = await exchange({
    url: `${config.githubApiUrl.replace(/\/+$/, "")}/rate_limit`,
    headers: {
      accept: "application/vnd.github+json",
      "user-agent": "swe-game-bench",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    maxBytes: 100_000,
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  if (reply.status === "unreachable")
    return say(
      "warn",
      `${reply.message}.`,
      "Only enrich, and repositories that are not mirrored yet, need it. REPO_MIRROR_DIR works without network.",
    );
  if (reply.code === 401) return say("fail", "GitHub refuses GITHUB_TOKEN.", "Renew it, or unset it.");
  const limit = limitSchema.safeParse(parseJson(reply.body));
  if (!limit.success)
    return say(
      "warn",
      `${config.githubApiUrl} answered ${reply.code} and no rate limit.`,
      "Is GITHUB_API_URL the base of GitHub's REST API?",
    );
  const { core } = limit.data.resources;
  const message = `${core.remaining} of ${core.limit} requests left this hour`;
  return token
    ? say("ok", message)
    : say(
        "ok",
        `${message}, without a token`,
        core.limit < 100 ? "GITHUB_TOKEN raises the limit to 5000." : "",
      );
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
