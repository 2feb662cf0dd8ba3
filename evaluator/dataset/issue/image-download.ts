import { exchange } from "./http";
import { askPatiently, backoffMs, type Clock, type Step } from "./patience";

export type ImageFile = { status: "found"; type: ImageType; data: Buffer };
export type ImageGone = { status: "unusable"; reason: string };
type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const MAX_MOVES = 4;

/**
 * Places where GitHub itself and its users keep images of issues. An issue is written by strangers: an
 * address of any other host is never asked, so that no text can make this machine call its own network.
 */
const IMAGE_HOSTS = [
  /^github\.com$/,
  /^([a-z0-9-]+\.)+githubusercontent\.com$/,
  /^github-production-user-asset-[a-z0-9]+\.s3\.amazonaws\.com$/,
  /^(i\.)?imgur\.com$/,
];

/** Says whether an image may be asked for: a known host over HTTPS, or the configured API's own origin. */
export function mayFetch(address: string, apiUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.origin === new URL(apiUrl).origin) return true;
  return (
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    IMAGE_HOSTS.some((host) => host.test(url.hostname))
  );
}

/** Gets one image. Whatever cannot be shown to a vision model is `unusable`, with the reason. */
export async function downloadImage(
  address: string,
  options: { apiUrl: string; clock: Clock; signal?: AbortSignal },
): Promise<ImageFile | ImageGone> {
  let url = address;
  for (let moves = 0; moves <= MAX_MOVES; moves += 1) {
    if (!mayFetch(url, options.apiUrl))
      return unusable("its host is none of those that keep images of issues");
    const from = url;
    const answer = await askPatiently((attempt) => ask(from, attempt, options), options);
    if (answer.status !== "moved") return answer;
    if (!URL.canParse(answer.location, url)) break;
    url = new URL(answer.location, url).href;
  }
  return unusable("it redirects without end");
}

type Answer = ImageFile | ImageGone | { status: "moved"; location: string };

async function ask(
  url: string,
  attempt: number,
  options: { clock: Clock; signal?: AbortSignal },
): Promise<Step<Answer>> {
  const reply = await exchange({
    url,
    headers: { "user-agent": "swe-game-bench", accept: "image/png, image/jpeg, image/gif, image/webp" },
    maxBytes: MAX_IMAGE_BYTES,
    timeoutMs: TIMEOUT_MS,
    signal: options.signal,
  });
  const wait = (why: string): Step<Answer> => ({
    do: "wait",
    ms: backoffMs(attempt, options.clock),
    why,
    kind: "trouble",
    giveUp: unusable(why),
  });
  if (reply.status === "unreachable") return wait(reply.message);
  if (reply.code >= 500 || reply.code === 429) return wait(`its host answered ${reply.code}`);
  if (reply.code >= 300 && reply.code < 400)
    return { do: "end", value: { status: "moved", location: reply.headers.get("location") ?? "" } };
  if (reply.code !== 200) return { do: "end", value: unusable(`its host answered ${reply.code}`) };
  if (reply.truncated) return { do: "end", value: unusable("it is larger than 10 MiB") };
  const type = imageType(reply.body);
  return {
    do: "end",
    value:
      type === null
        ? unusable("it is no PNG, JPEG, GIF or WebP")
        : { status: "found", type, data: reply.body },
  };
}

/** The type by the first bytes; what a server claims does not count. */
export function imageType(data: Buffer): ImageType | null {
  const head = data.toString("latin1", 0, 12);
  if (head.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : null;
}

function unusable(reason: string): ImageGone {
  return { status: "unusable", reason };
}
