export type UploadEnd =
  | { status: "uploaded"; id: string }
  | { status: "stopped" }
  | { status: "failed"; message: string; mend: string };

/** Sends a file as the raw body: `fetch` would not tell how far it is. */
export function startUpload(
  set: string,
  file: File,
  onProgress: (sent: number, total: number) => void,
): { end: Promise<UploadEnd>; stop: () => void } {
  const request = new XMLHttpRequest();
  request.open("POST", `/api/v1/submissions?${new URLSearchParams({ set, name: file.name })}`);
  request.setRequestHeader("Content-Type", "application/octet-stream");
  request.setRequestHeader("Accept", "application/json");
  const end = new Promise<UploadEnd>((resolve) => {
    request.upload.onprogress = (event) => onProgress(event.loaded, event.total);
    request.upload.onload = () => onProgress(file.size, file.size);
    request.onabort = () => resolve({ status: "stopped" });
    request.onerror = () =>
      resolve({
        status: "failed",
        message: "The connection ended before the whole file had come.",
        mend: "Nothing was kept. Try it again.",
      });
    request.onload = () => resolve(endOf(request.status, request.responseText));
  });
  request.send(file);
  return { end, stop: () => request.abort() };
}

/** What an answer says. */
function endOf(status: number, text: string): UploadEnd {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = null;
  }
  const submission = field(body, "submission");
  const id = field(submission, "id");
  if (status < 300 && typeof id === "string") return { status: "uploaded", id };
  const error = field(body, "error");
  const message = field(error, "message");
  const mend = field(error, "mend");
  return {
    status: "failed",
    message: typeof message === "string" ? message : `The server answered ${status}.`,
    mend: typeof mend === "string" ? mend : "Try it again.",
  };
}

function field(value: unknown, name: string): unknown {
  return value !== null && typeof value === "object" && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
