import { refusal } from "@/lib/auth/answers";
import { viewerOfRequest } from "@/lib/auth/viewer";

/** Whom an API key or a session speaks for: the quick way to try a key. */
export async function GET(request: Request): Promise<Response> {
  const answer = await viewerOfRequest(request);
  if (answer.status === "refused") return refusal(401, answer.message);
  if (answer.status === "anonymous")
    return refusal(
      401,
      "This needs an account.",
      "Send an API key: Authorization: Bearer sgb_… Your account page makes one.",
    );
  const { id, name, username, role } = answer.viewer;
  return Response.json(
    { id, name, username, role, via: answer.via },
    { headers: { "Cache-Control": "no-store" } },
  );
}

export const dynamic = "force-dynamic";
