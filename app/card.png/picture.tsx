import { ImageResponse } from "next/og";
import { CARD_SIZE, Card } from "@/components/card/card";
import type { CardWords } from "@/lib/domain/card";

/** Pictures by their words: drawing one takes a good part of a second. */
const drawn = new Map<string, Promise<ArrayBuffer>>();
const KEPT = 100;

/** A card as PNG, in the face that comes with the site; nothing is fetched. */
export async function cardPicture(words: CardWords): Promise<Response> {
  const key = JSON.stringify(words);
  const picture = drawn.get(key) ?? new ImageResponse(<Card words={words} />, CARD_SIZE).arrayBuffer();
  drawn.delete(key);
  drawn.set(key, picture);
  const oldest = drawn.keys().next();
  if (drawn.size > KEPT && !oldest.done) drawn.delete(oldest.value);
  return new Response(await picture, {
    headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=3600" },
  });
}
