import { createReadStream, statSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import path from "node:path";
import * as z from "zod";
import { refusalJsonSchema, type SubmissionJson, submissionJsonSchema } from "@/lib/domain/submission-api";
import { type CommandFailure, infrastructureFailure, inputFailure } from "./exit-codes";

export type PortalAddress = { url: URL; key: string; signal: AbortSignal };

type Answer = { status: number; text: string };
type Sending = { set: string; file: string; onProgress: (sent: number, total: number) => void };

const envelope = z.object({ submission: submissionJsonSchema });

/** Calls of the submission API of some installation, with a key. */
export class PortalClient {
  constructor(private readonly at: PortalAddress) {}

  /** Where people see a submission. */
  pageOf(id: string): string {
    return new URL(`/submissions/${encodeURIComponent(id)}`, this.at.url).href;
  }

  async get(id: string): Promise<SubmissionJson> {
    return this.#read(await this.#call("GET", `submissions/${encodeURIComponent(id)}`));
  }

  async act(id: string, action: string, body: unknown = {}): Promise<SubmissionJson> {
    const address = `submissions/${encodeURIComponent(id)}/${action}`;
    return this.#read(await this.#call("POST", address, JSON.stringify(body)));
  }

  /** Sends a file as it is, one piece at a time. */
  async upload({ set, file, onProgress }: Sending): Promise<SubmissionJson> {
    const query = new URLSearchParams({ set, name: path.basename(file) });
    const total = statSync(file).size;
    return this.#read(
      await this.#send(new URL(`/api/v1/submissions?${query}`, this.at.url), file, total, onProgress),
    );
  }

  async #call(method: string, address: string, body?: string): Promise<Answer> {
    const { url, key, signal } = this.at;
    try {
      const response = await fetch(new URL(`/api/v1/${address}`, url), {
        method,
        signal,
        redirect: "error",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body }),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  #send(to: URL, file: string, total: number, onProgress: Sending["onProgress"]): Promise<Answer> {
    const { key, signal } = this.at;
    const start = to.protocol === "https:" ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = start(to, {
        method: "POST",
        signal,
        headers: {
          Authorization: `Bearer ${key}`,
          "Content-Type": "application/octet-stream",
          "Content-Length": total,
        },
      });
      const from = createReadStream(file);
      let sent = 0;
      let answered = false;
      from.on("data", (chunk) => {
        sent += chunk.length;
        onProgress(sent, total);
      });
      from.on("error", reject);
      request.on("response", (response) => {
        // A refusal may come before the whole file went out.
        answered = true;
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          from.destroy();
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
        });
      });
      request.on("error", (error) => {
        from.destroy();
        if (!answered) reject(this.#unreachable(error));
      });
      from.pipe(request);
    });
  }

  #unreachable(error: unknown): Error {
    if (this.at.signal.aborted) return error instanceof Error ? error : new Error(String(error));
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message || cause.name : String(cause);
    const mend = "Check the address (--url, SWE_GAME_BENCH_URL), and run the same command again.";
    return infrastructureFailure(`${this.at.url.origin} cannot be reached: ${why}`, mend, error);
  }

  #read({ status, text }: Answer): SubmissionJson {
    let body: unknown = null;
    try {
      body = JSON.parse(text);
    } catch {
      // Told below, with the status.
    }
    if (status >= 200 && status < 300) {
      const parsed = envelope.safeParse(body);
      if (parsed.success) return parsed.data.submission;
      const mend = "Is it an installation of SWE-game-bench, of a like version?";
      throw infrastructureFailure(`${this.at.url.origin} answered something else than a submission.`, mend);
    }
    throw refusalOf(status, body, this.at.url.origin);
  }
}

function refusalOf(status: number, body: unknown, origin: string): CommandFailure {
  const parsed = refusalJsonSchema.safeParse(body);
  const message = parsed.success ? parsed.data.error.message : `${origin} answered ${status}.`;
  const mend = parsed.success ? parsed.data.error.mend : "Is it an installation of SWE-game-bench?";
  return status >= 500 ? infrastructureFailure(message, mend) : inputFailure(message, mend);
}
