import { cardPicture } from "@/app/card.png/picture";
import { decoded } from "@/app/params";
import { experimentCard, SITE_CARD } from "@/lib/domain/card";
import { readExperiment } from "@/lib/services/read/experiment";

type Context = { params: Promise<{ id: string }> };

/** The social card of an experiment: what everybody may read of it, else that of the site. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const view = readExperiment(decoded((await params).id), null);
  return cardPicture(view ? experimentCard(view) : SITE_CARD);
}

export const dynamic = "force-dynamic";
