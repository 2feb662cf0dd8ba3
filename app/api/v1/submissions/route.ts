import { takeTry } from "@/lib/auth/throttle";
import { BENCHMARK_SETS, type BenchmarkSet } from "@/lib/domain/instance";
import { submissionHref } from "@/lib/domain/links";
import { lineJson, submissionJson } from "@/lib/domain/submission-api";
import { readSubmissions } from "@/lib/services/portal/list";
import { multipartUpload } from "@/lib/services/portal/multipart";
import { readSubmission } from "@/lib/services/portal/read";
import type { UploadSource } from "@/lib/services/portal/receive";
import { type Refused, refused } from "@/lib/services/portal/refusal";
import { takeUpload } from "@/lib/services/portal/upload";
import { type Asked, answer, askedBy, refusalResponse } from "../answers";

/** Somebody's own submissions, the latest first. */
export async function GET(request: Request): Promise<Response> {
  const asked = await askedBy(request);
  if (asked instanceof Response) return asked;
  return answer({ submissions: readSubmissions(asked.viewer).map(lineJson) });
}

/**
 * Takes a predictions file: as the raw body (`?set=sample&name=predictions.jsonl`, gzip or not), or as the form
 * of /submit. Nothing is queued: the answer tells every problem, or begins a dry run.
 */
export async function POST(request: Request): Promise<Response> {
  const asked = await askedBy(request);
  if (asked instanceof Response) return asked;
  const isForm = /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "");
  const result = await take(request, asked, isForm);
  // A plain form is answered with a page; the page's own script, and everybody else, with JSON.
  const wantsPage = isForm && (request.headers.get("accept") ?? "").includes("text/html");
  if (wantsPage) return pageFor(result);
  if (result.status === "refused") return refusalResponse(result);
  const view = readSubmission(result.uploadId, asked.viewer);
  if (view === null) throw new Error(`Upload ${result.uploadId} is gone.`);
  const headers = { Location: `/api/v1/submissions/${result.uploadId}` };
  return answer({ submission: submissionJson(view) }, { status: result.known ? 200 : 201, headers });
}

export const dynamic = "force-dynamic";

async function take(request: Request, { viewer, portal }: Asked, isForm: boolean) {
  const tried = takeTry(portal.database, "upload", viewer.id, Date.now());
  if (tried.status === "throttled") {
    return refused("busy", "Too many uploads in an hour.", "Wait a while, then go on.", tried.retryAt);
  }
  const upload = isForm ? await multipartUpload(request) : rawUpload(request);
  if ("status" in upload) return upload;
  const set = setOf(upload.set);
  if (set === null) {
    const text = `set must be one of ${BENCHMARK_SETS.join(", ")}.`;
    return refused(
      "bad-request",
      text,
      "Send it before the file: ?set=sample, or as the form's first field.",
    );
  }
  const { fileName, source } = upload;
  return await takeUpload(portal, { userId: viewer.id, set, fileName, source });
}

function rawUpload(
  request: Request,
): { set: string | null; fileName: string | null; source: UploadSource } | Refused {
  const { searchParams } = new URL(request.url);
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (!["identity", "gzip", "x-gzip"].includes(encoding.toLowerCase())) {
    return refused(
      "unsupported",
      `Content-Encoding ${encoding} is not read.`,
      "Send the file plain or as gzip.",
    );
  }
  if (request.body === null)
    return refused("bad-request", "The request has no body.", "Send the file as the body.");
  const length = request.headers.get("content-length");
  const source = { body: request.body, length: length === null ? null : Number(length) };
  return { set: searchParams.get("set"), fileName: searchParams.get("name"), source };
}

function setOf(value: string | null): BenchmarkSet | null {
  if (value === "core") return "candidates";
  return BENCHMARK_SETS.find((set) => set === value) ?? null;
}

function pageFor(result: Awaited<ReturnType<typeof take>>): Response {
  const to =
    result.status === "uploaded" ? submissionHref(result.uploadId) : `/submit?problem=${result.code}`;
  return new Response(null, { status: 303, headers: { Location: to, "Cache-Control": "no-store" } });
}
