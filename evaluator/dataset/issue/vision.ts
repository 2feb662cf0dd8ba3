import * as z from "zod";
import { exchange, type HttpReply } from "./http";
import type { ImageFile } from "./image-download";
import { askPatiently, backoffMs, type Clock, retryAfterMs, type Step } from "./patience";

/** An OpenAI-compatible endpoint: `<url>/chat/completions`. */
export type VisionSettings = { url: string; key: string | undefined; model: string };

export type Description =
  | { status: "described"; text: string }
  /** The model will not describe this image; another may be fine. */
  | { status: "declined"; reason: string }
  | { status: "failed"; message: string; mend: string };

export type VisionClient = { describe(image: ImageFile, signal?: AbortSignal): Promise<Description> };

const MAX_ANSWER_BYTES = 1024 * 1024;
/** Models on a machine without a fast GPU take minutes for one image. */
const TIMEOUT_MS = 300_000;

const PROMPT = `This image is part of a bug report for a Unity game project. Describe it for a developer who
cannot see it: what is shown, and every visible text, error message, number and line of code word for word.
Name what is circled or pointed at. Do not guess at causes or fixes. At most 120 words, plain text.`.replaceAll(
  "\n",
  " ",
);

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish(),
          refusal: z.string().nullish(),
        }),
      }),
    )
    .min(1),
});
const errorSchema = z.object({
  error: z.object({ message: z.string().optional(), code: z.union([z.string(), z.number()]).nullish() }),
});

export function createVisionClient(
  settings: VisionSettings,
  options: { clock: Clock; onWait?: (why: string, ms: number) => void },
): VisionClient {
  const url = `${settings.url.replace(/\/+$/, "")}/chat/completions`;
  const headers = {
    "content-type": "application/json",
    "user-agent": "swe-game-bench",
    ...(settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` }),
  };
  return {
    describe: async (image, signal) => {
      const body = requestBody(settings.model, image);
      const ask = async (attempt: number): Promise<Step<Description>> => {
        const reply = await exchange({
          url,
          method: "POST",
          headers,
          body,
          maxBytes: MAX_ANSWER_BYTES,
          timeoutMs: TIMEOUT_MS,
          signal,
        });
        if (reply.status === "unreachable")
          return wait(reply.message, "trouble", attempt, null, options.clock);
        return stepOf(reply, attempt, options.clock);
      };
      return await askPatiently(ask, { ...options, signal });
    },
  };
}

function requestBody(model: string, image: ImageFile): string {
  const dataUrl = `data:${image.type};base64,${image.data.toString("base64")}`;
  const content = [
    { type: "text", text: PROMPT },
    { type: "image_url", image_url: { url: dataUrl } },
  ];
  return JSON.stringify({ model, messages: [{ role: "user", content }] });
}

function stepOf(reply: HttpReply, attempt: number, clock: Clock): Step<Description> {
  if (reply.code === 200) return { do: "end", value: readAnswer(reply) };
  const said = errorOf(reply);
  const what = `The vision endpoint answered ${reply.code}`;
  if (reply.code === 429 && said.code !== "insufficient_quota")
    return wait(`${what} (rate limit)`, "limit", attempt, retryAfterMs(reply.headers, clock), clock);
  if (reply.code >= 500 || reply.code === 408)
    return wait(what, "trouble", attempt, retryAfterMs(reply.headers, clock), clock);
  if (reply.code === 400 || reply.code === 413 || reply.code === 422)
    return { do: "end", value: { status: "declined", reason: `${what}${said.text}` } };
  const mend =
    "Check SWE_GAME_BENCH_VISION_URL, _KEY and _MODEL, or unset the URL: images then become [image].";
  return { do: "end", value: { status: "failed", message: `${what}${said.text}.`, mend } };
}

function readAnswer(reply: HttpReply): Description {
  const parsed = answerSchema.safeParse(jsonOf(reply));
  if (!parsed.success)
    return {
      status: "failed",
      message: "The vision endpoint's answer is no chat completion.",
      mend: "SWE_GAME_BENCH_VISION_URL must be the base that /chat/completions follows, often ending in /v1.",
    };
  const message = parsed.data.choices[0]?.message;
  const content = message?.content;
  const text = Array.isArray(content) ? content.map((part) => part.text ?? "").join(" ") : (content ?? "");
  if (text.trim() !== "") return { status: "described", text };
  return { status: "declined", reason: message?.refusal ? "the model refused" : "the model said nothing" };
}

function errorOf(reply: HttpReply): { text: string; code: string } {
  const parsed = errorSchema.safeParse(jsonOf(reply));
  if (!parsed.success) return { text: "", code: "" };
  const { message = "", code } = parsed.data.error;
  return { text: message === "" ? "" : `: ${plainLine(message)}`, code: String(code ?? "") };
}

/** A foreign message may hold anything, in any length. */
function plainLine(message: string): string {
  return message
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, " ")
    .slice(0, 300)
    .trim();
}

function jsonOf(reply: HttpReply): unknown {
  try {
    return JSON.parse(reply.body.toString("utf8"));
  } catch {
    return null;
  }
}

function wait(
  why: string,
  kind: "limit" | "trouble",
  attempt: number,
  told: number | null,
  clock: Clock,
): Step<Description> {
  const giveUp: Description = {
    status: "failed",
    message: `${why}.`,
    mend: "Run enrich again later: finished issues are kept.",
  };
  return { do: "wait", ms: told ?? backoffMs(attempt, clock), why, kind, giveUp };
}
