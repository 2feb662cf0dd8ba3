import { Readable } from "node:stream";
import busboy from "busboy";
import type { UploadSource } from "./receive";
import { type Refused, refused } from "./refusal";

type FormUpload = { set: string | null; fileName: string | null; source: UploadSource };

const NO_FILE = refused("bad-request", "The form has no file.", "Choose a predictions file.");
const NO_FILE_YET = refused(
  "stalled",
  "The form came too slowly to its file, so the upload was ended.",
  "Send it again.",
);
const TOO_MUCH_BEFORE = refused(
  "bad-request",
  "The form has too much before its file.",
  "Send the field set, and then the file.",
);
const DAMAGED = refused("bad-request", "The form could not be read.", "Send it again.");

/** What may come before the file, and how long that may take. */
const MOST_BEFORE = 65_536;
const BEFORE_MS = 60_000;

/**
 * The file of a form, as a stream that begins when the file does: the fields before it are known by then, what
 * follows is not read. A connection that breaks ends the stream with an error.
 */
export function multipartUpload(request: Request, beforeMs = BEFORE_MS): Promise<FormUpload | Refused> {
  const { body, headers } = request;
  if (body === null) return Promise.resolve(NO_FILE);
  return new Promise((done) => {
    const from = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    const fields = new Map<string, string>();
    let parts: ReturnType<typeof busboy>;
    try {
      parts = busboy({
        headers: Object.fromEntries(headers),
        limits: { files: 1, fields: 10, fieldSize: 1000, parts: 12 },
      });
    } catch {
      done(DAMAGED);
      return;
    }
    let file: Readable | null = null;
    let before = 0;
    // A form that never comes to its file, or whose fields never end.
    const late = setTimeout(() => giveUp(NO_FILE_YET), beforeMs);
    const resolve = (answer: FormUpload | Refused) => {
      clearTimeout(late);
      done(answer);
    };
    const giveUp = (answer: Refused) => {
      from.unpipe(parts);
      from.destroy();
      resolve(answer);
    };
    from.on("data", (chunk: Buffer) => {
      if (file === null) before += chunk.length;
      // A chunk may hold the file's first bytes too, so only what comes chunk after chunk counts.
      if (file === null && before > MOST_BEFORE + chunk.length) giveUp(TOO_MUCH_BEFORE);
    });
    parts.on("field", (name, value) => fields.set(name, value));
    parts.on("file", (_name, stream, { filename }) => {
      file = stream;
      if (filename === undefined || filename === "") {
        stream.resume();
        resolve(NO_FILE);
        return;
      }
      resolve({ set: fields.get("set") ?? null, fileName: filename, source: { body: stream, length: null } });
    });
    const broken = (error: Error) => {
      file?.destroy(Object.assign(error, { code: "ECONNRESET" }));
      resolve(DAMAGED);
    };
    parts.on("error", (error) => broken(error instanceof Error ? error : new Error(String(error))));
    parts.on("close", () => resolve(NO_FILE));
    from.on("error", broken);
    from.pipe(parts);
  });
}
