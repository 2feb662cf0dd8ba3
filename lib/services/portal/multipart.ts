import { Readable } from "node:stream";
import busboy from "busboy";
import type { UploadSource } from "./receive";
import { type Refused, refused } from "./refusal";

type FormUpload = { set: string | null; fileName: string | null; source: UploadSource };

const NO_FILE = refused("bad-request", "The form has no file.", "Choose a predictions file.");
const DAMAGED = refused("bad-request", "The form could not be read.", "Send it again.");

/**
 * The file of a form, as a stream that begins when the file does: the fields before it are known by then, what
 * follows is not read. A connection that breaks ends the stream with an error.
 */
export function multipartUpload(request: Request): Promise<FormUpload | Refused> {
  const { body, headers } = request;
  if (body === null) return Promise.resolve(NO_FILE);
  return new Promise((resolve) => {
    const from = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    const fields = new Map<string, string>();
    let parts: ReturnType<typeof busboy>;
    try {
      parts = busboy({
        headers: Object.fromEntries(headers),
        limits: { files: 1, fields: 10, fieldSize: 1000, parts: 12 },
      });
    } catch {
      resolve(DAMAGED);
      return;
    }
    let file: Readable | null = null;
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
