import { submissionJson } from "@/lib/domain/submission-api";
import { isSettledState, type SubmissionView } from "@/lib/domain/submission-view";
import { readSubmission } from "@/lib/services/portal/read";
import { NOT_FOUND } from "@/lib/services/portal/refusal";
import { askedBy, refusalResponse, refuse } from "../../../answers";
import { registerStream } from "../../../streams";

type Context = { params: Promise<{ id: string }> };

const LOOK_MS = 1000;
const HEARTBEAT_MS = 15_000;
/** After this the browser connects anew. */
const LONGEST_MS = 600_000;

/**
 * News of a submission as server-sent events: one `progress` event whenever it changed, with its version as the
 * id, so that a broken connection goes on without a repetition. It ends with the last change there can be, and for
 * whoever is blocked, signs out or loses the key meanwhile: who asks is asked at each look.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const asked = await askedBy(request);
  if (asked instanceof Response) return asked;
  const { id } = await params;
  const view = readSubmission(id, asked.viewer);
  if (view === null) return refusalResponse(NOT_FOUND);
  const known = request.headers.get("last-event-id");
  // 204 tells a browser not to connect again.
  if (known === view.version && isSettledState(view.state)) return new Response(null, { status: 204 });
  const read = async () => {
    const now = await askedBy(request);
    return now instanceof Response ? null : readSubmission(id, now.viewer);
  };
  const stream = newsStream({ read, known, userId: asked.viewer.id, signal: request.signal });
  if (stream === null)
    return refuse(429, { message: "Too many open streams.", mend: "Ask for the submission itself instead." });
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
      // The connection of a stream is not used again: a stopping server need not wait for it.
      Connection: "close",
    },
  });
}

export const dynamic = "force-dynamic";

type News = {
  read: () => Promise<SubmissionView | null>;
  known: string | null;
  userId: string;
  signal: AbortSignal;
};

function newsStream({ read, known, userId, signal }: News): ReadableStream<Uint8Array> | null {
  const encoder = new TextEncoder();
  let close = () => {};
  const release = registerStream(userId, () => close());
  if (release === null) return null;
  return new ReadableStream({
    start(controller) {
      let last = known;
      let over = false;
      const send = (text: string) => {
        if (!over) controller.enqueue(encoder.encode(text));
      };
      close = () => {
        if (over) return;
        over = true;
        for (const timer of timers) clearInterval(timer);
        signal.removeEventListener("abort", close);
        release();
        try {
          controller.close();
        } catch {
          // The reader has gone already.
        }
      };
      const look = async () => {
        const view = await read();
        if (over) return;
        if (view === null) {
          send("event: gone\ndata: {}\n\n");
          close();
        } else if (view.version !== last) {
          last = view.version;
          send(`id: ${view.version}\nevent: progress\ndata: ${JSON.stringify(submissionJson(view))}\n\n`);
        }
        if (view !== null && isSettledState(view.state)) close();
      };
      const timers = [
        setInterval(
          guarded(look, () => close()),
          LOOK_MS,
        ),
        setInterval(() => send(": still here\n\n"), HEARTBEAT_MS),
        setTimeout(() => close(), LONGEST_MS),
      ];
      signal.addEventListener("abort", close);
      send("retry: 3000\n\n");
      void guarded(look, () => close())();
    },
    cancel() {
      close();
    },
  });
}

/** A look that fails ends the stream; the browser connects again, and falls back to asking. One look at a time. */
function guarded(look: () => Promise<void>, close: () => void): () => Promise<void> {
  let looking = false;
  return async () => {
    if (looking) return;
    looking = true;
    try {
      await look();
    } catch {
      close();
    } finally {
      looking = false;
    }
  };
}
