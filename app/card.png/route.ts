import { SITE_CARD } from "@/lib/domain/card";
import { cardPicture } from "./picture";

/** The social card of pages that have none of their own. */
export function GET(): Promise<Response> {
  return cardPicture(SITE_CARD);
}

export const dynamic = "force-dynamic";
