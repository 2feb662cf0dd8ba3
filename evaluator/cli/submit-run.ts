import { createInterface } from "node:readline/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { SubmissionJson } from "@/lib/domain/submission-api";
import type { CommandContext } from "./context";
import { CommandFailure, EXIT, infrastructureFailure, inputFailure } from "./exit-codes";
import type { PortalClient } from "./portal-client";
import { funnelLines, previewLines, problemTexts, progressNote } from "./submission-text";
import { createProgress } from "./ui/progress";

export type Wish = {
  file: string;
  set: string;
  about: Record<string, unknown>;
  dryRun: boolean;
  watch: boolean;
  yes: boolean;
};

const LOOK_MS = 1000;

/** Upload, preview, confirm, watch: what the pages do, on a terminal. */
export async function submitHere(context: CommandContext, client: PortalClient, wish: Wish): Promise<void> {
  const uploaded = await upload(context, client, wish);
  const page = client.pageOf(uploaded.id);
  for (const line of problemTexts(uploaded, "warning")) context.err.write(`warning:${line}\n`);
  if (uploaded.state === "invalid") {
    const lines = problemTexts(uploaded, "error").join("\n");
    throw inputFailure(`${wish.file} cannot be evaluated; nothing was queued.\n${lines}`, page);
  }
  if (uploaded.state === "draft") {
    const checked = await untilChecked(context, client, uploaded);
    context.out.write(`${previewLines(checked).join("\n")}\n`);
    if (wish.dryRun) {
      context.out.write(`A dry run: nothing was queued. It is kept for 48 hours: ${page}\n`);
      return;
    }
    await askFirst(context, wish, page);
    const now = await client.act(uploaded.id, "confirm", wish.about);
    context.out.write(
      `${now.state === "waiting-for-approval" ? "Waits for a maintainer" : "Queued"}: ${page}\n`,
    );
  } else {
    context.out.write(`This file was submitted before (${uploaded.state}): ${page}\n`);
  }
  if (wish.watch) await watch(context, client, uploaded.id, page);
}

async function upload(context: CommandContext, client: PortalClient, { file, set }: Wish) {
  const progress = createProgress(context.err, "Upload (MB)");
  try {
    return await client.upload({
      set,
      file,
      onProgress: (done, total) => {
        const mb = (bytes: number) => Math.ceil(bytes / 1_000_000);
        progress.update({
          done: mb(done),
          total: mb(total),
          note: done < total ? "sending" : "every row is read",
        });
      },
    });
  } finally {
    progress.stop();
  }
}

/** Waits until a worker has applied every patch. */
async function untilChecked(
  context: CommandContext,
  client: PortalClient,
  first: SubmissionJson,
): Promise<SubmissionJson> {
  const progress = createProgress(context.err, "Patch checks");
  try {
    for (;;) {
      const now = await client.get(first.id);
      const { checks } = now.experiment ?? {};
      if (checks === undefined || now.state !== "draft") return now;
      const total = checks.applies + checks.problems + checks.unchecked;
      progress.update({ done: total - checks.unchecked, total, note: "a worker applies each patch" });
      if (checks.unchecked === 0) return now;
      await delay(LOOK_MS, undefined, { signal: context.signal });
    }
  } finally {
    progress.stop();
  }
}

async function askFirst(context: CommandContext, wish: Wish, page: string): Promise<void> {
  if (wish.yes) return;
  if (!process.stdin.isTTY) {
    throw inputFailure(
      "Nobody is there to ask whether this shall be submitted.",
      `Add --yes, or open ${page}`,
    );
  }
  const terminal = createInterface({ input: process.stdin, output: context.err });
  try {
    const answer = await terminal.question("Submit it for evaluation? [y/N] ", { signal: context.signal });
    if (/^y(es)?$/i.test(answer.trim())) return;
  } finally {
    terminal.close();
  }
  throw new CommandFailure(EXIT.negative, "Not submitted.", `The dry run is kept for 48 hours: ${page}`);
}

const OVER = ["complete", "incomplete", "cancelled", "withdrawn", "rejected", "discarded"];

/** Follows a submission to its end. Stopping to watch stops nothing else. */
async function watch(context: CommandContext, client: PortalClient, id: string, page: string): Promise<void> {
  const progress = createProgress(context.err, "Attempts");
  let now = await client.get(id);
  try {
    for (;;) {
      const { done = 0, total = 0 } = now.experiment?.progress.attempts ?? {};
      progress.update({ done, total, note: progressNote(now) });
      if (OVER.includes(now.state)) break;
      await delay(LOOK_MS, undefined, { signal: context.signal });
      now = await client.get(id);
    }
  } catch (error) {
    if (context.signal.aborted) context.err.write(`The evaluation goes on. Watch it: ${page}\n`);
    throw error;
  } finally {
    progress.stop();
  }
  context.out.write(`${funnelLines(now).join("\n")}\n${page}\n`);
  if (now.state === "complete") return;
  if (now.state === "incomplete") {
    throw infrastructureFailure(
      "Some attempts ended in a failure of the installation.",
      `Run them again: ${page}`,
    );
  }
  throw new CommandFailure(EXIT.negative, `It ended as ${now.state}.`, page);
}
