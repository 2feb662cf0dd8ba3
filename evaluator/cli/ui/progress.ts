import cliProgress from "cli-progress";
import { visibleLine, visibleText } from "@/lib/domain/visible-text";
import { rawStream } from "../visible-stream";

/** Counts that long work reports; `note` is a short word on what just happened. */
export type ProgressState = { done: number; total: number; note: string };

/** Shows long work: a bar with counts and time left on a terminal, plain lines elsewhere. */
export interface Progress {
  update(state: ProgressState): void;
  /** A line of its own, above the bar. */
  line(text: string): void;
  stop(): void;
}

/** Seconds between plain lines when nothing is finished meanwhile. */
const QUIET_SECONDS = 15;

export function createProgress(
  out: NodeJS.WriteStream,
  title: string,
  now: () => number = Date.now,
): Progress {
  return out.isTTY ? barProgress(rawStream(out), title) : plainProgress(out, title, now);
}

function barProgress(out: NodeJS.WriteStream, title: string): Progress {
  const bar = new cliProgress.SingleBar(
    {
      format: `${title} {bar} {value}/{total} · {eta_formatted} left · {note}`,
      stream: out,
      hideCursor: true,
      etaBuffer: 40,
      barsize: 24,
    },
    cliProgress.Presets.shades_classic,
  );
  let started = false;
  return {
    update({ done, total, note: said }) {
      const note = visibleLine(said);
      if (!started) bar.start(total, done, { note });
      else bar.update(done, { note });
      started = true;
      bar.setTotal(total);
    },
    line(text) {
      if (started) out.write("\r\u001b[K");
      out.write(`${visibleText(text)}\n`);
    },
    stop() {
      if (started) bar.stop();
    },
  };
}

function plainProgress(out: NodeJS.WriteStream, title: string, now: () => number): Progress {
  const begun = now();
  let last = { done: -1, at: Number.NEGATIVE_INFINITY };
  let first: number | null = null;
  return {
    update({ done, total, note }) {
      if (done === last.done && now() - last.at < QUIET_SECONDS * 1000) return;
      first ??= done;
      last = { done, at: now() };
      out.write(
        `${title}: ${done} of ${total}${timeLeft(done - first, total - done, now() - begun)} · ${note}\n`,
      );
    },
    line(text) {
      out.write(`${text}\n`);
    },
    stop() {},
  };
}

/** " · about 3 min left", from the pace so far; empty until something is finished. */
function timeLeft(finished: number, remaining: number, elapsedMs: number): string {
  if (finished < 1 || remaining < 1) return "";
  const seconds = Math.round(((elapsedMs / finished) * remaining) / 1000);
  return ` · about ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
}
