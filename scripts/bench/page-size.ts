import { gzipSync } from "node:zlib";

/** Bytes as they travel: compressed by gzip. */
export type PageSize = { html: number; script: number };

/** A page's document and all scripts that its document asks for. */
export async function sizeOfPage(address: string): Promise<PageSize> {
  const html = await (await fetch(address)).text();
  const sources = new Set(
    [...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+\.js[^"]*)"/g)].map((hit) => hit[1]),
  );
  let script = 0;
  for (const source of sources) {
    const body = await (await fetch(new URL(source ?? "", address))).arrayBuffer();
    script += gzipSync(Buffer.from(body)).length;
  }
  return { html: gzipSync(html).length, script };
}
