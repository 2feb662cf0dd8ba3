import { decoded } from "@/app/params";
import { badgeSvg, badgeWords } from "@/lib/domain/badge";
import { readExperiment } from "@/lib/services/read/experiment";

type Context = { params: Promise<{ id: string }> };

/** A badge for a README: what everybody may read of the experiment, whoever asks. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const view = readExperiment(decoded((await params).id), null);
  if (view === null) {
    const error = { message: "There is no such experiment.", mend: "A hidden one has no badge." };
    return Response.json({ error }, { status: 404, headers: { "Cache-Control": "no-store" } });
  }
  return new Response(badgeSvg(badgeWords(view)), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      // Marks and withdrawals must show soon, wherever the badge stands.
      "Cache-Control": "public, max-age=300",
    },
  });
}

export const dynamic = "force-dynamic";
