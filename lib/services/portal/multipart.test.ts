import { expect, test } from "vitest";
import { multipartUpload } from "./multipart";

const BOUNDARY = "xxBOUNDARYxx";
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n';
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** A form that is sent piece by piece; without an end it stays open. */
function form(
  pieces: Iterable<string>,
  { ends = true, type = `multipart/form-data; boundary=${BOUNDARY}` } = {},
) {
  const iterator = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = iterator.next();
      if (!next.done) controller.enqueue(Buffer.from(next.value));
      else if (ends) controller.close();
      else return new Promise(() => {});
    },
  });
  return new Request("http://localhost/", {
    method: "POST",
    headers: { "Content-Type": type },
    body,
    duplex: "half",
  } as RequestInit);
}

async function textOf(request: Request): Promise<string | null> {
  const upload = await multipartUpload(request);
  if ("status" in upload) return null;
  let text = "";
  for await (const chunk of upload.source.body) text += Buffer.from(chunk).toString();
  return `${upload.set} ${upload.fileName} ${text}`;
}

test("the file of a form comes with the fields before it, and a second file is not read", async () => {
  const file = (text: string) => `--${BOUNDARY}\r\n${FILE}${text}\r\n`;
  const pieces = [
    field("__proto__", "x"),
    field("set", "sample"),
    file("one"),
    file("two"),
    `--${BOUNDARY}--`,
  ];
  expect(await textOf(form(pieces))).toBe("sample a.jsonl one");
});

test.each([
  ["no boundary", [field("set", "sample")], "multipart/form-data", "bad-request"],
  ["no file", [field("set", "sample"), `--${BOUNDARY}--`], undefined, "bad-request"],
  ["no form at all", ["hello"], undefined, "bad-request"],
  [
    "fields without an end before its file",
    (function* () {
      for (;;) yield "x".repeat(10_000);
    })(),
    undefined,
    "bad-request",
  ],
])("a form with %s is refused", async (_what, pieces, type, code) => {
  expect(await multipartUpload(form(pieces, type ? { type } : {}))).toMatchObject({
    status: "refused",
    code,
  });
});

test("a form that never comes to its file is ended", async () => {
  const open = form([field("set", "sample")], { ends: false });
  expect(await multipartUpload(open, 100)).toMatchObject({ status: "refused", code: "stalled" });
});
