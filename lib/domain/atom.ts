/** One entry of a feed. `href` is a path of the site. */
type FeedEntry = {
  href: string;
  at: number;
  title: string;
  text: string;
  author: string;
  category: string;
};

export type Feed = {
  /** Origin of the site, without a slash at its end. */
  origin: string;
  title: string;
  subtitle: string;
  /** Paths of this feed and of the page it belongs to. */
  self: string;
  page: string;
  /** The newest first. */
  entries: readonly FeedEntry[];
};

/** An Atom feed (RFC 4287). Addresses are its ids: they never change while the site keeps its origin. */
export function atomFeed({ origin, title, subtitle, self, page, entries }: Feed): string {
  const newest = entries[0]?.at ?? 0;
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${escaped(origin + page)}</id>`,
    `  <title>${escaped(title)}</title>`,
    `  <subtitle>${escaped(subtitle)}</subtitle>`,
    `  <updated>${timestamp(newest)}</updated>`,
    `  <link rel="self" type="application/atom+xml" href="${escaped(origin + self)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escaped(origin + page)}"/>`,
    "  <author><name>SWE-game-bench</name></author>",
    ...entries.flatMap((entry) => entryLines(origin, entry)),
    "</feed>",
  ];
  return `${lines.join("\n")}\n`;
}

function entryLines(origin: string, { href, at, title, text, author, category }: FeedEntry): string[] {
  return [
    "  <entry>",
    `    <id>${escaped(origin + href)}</id>`,
    `    <title>${escaped(title)}</title>`,
    `    <updated>${timestamp(at)}</updated>`,
    `    <published>${timestamp(at)}</published>`,
    `    <link rel="alternate" type="text/html" href="${escaped(origin + href)}"/>`,
    `    <author><name>${escaped(author)}</name></author>`,
    `    <category term="${escaped(category)}"/>`,
    `    <content type="text">${escaped(text)}</content>`,
    "  </entry>",
  ];
}

function timestamp(at: number): string {
  return new Date(at).toISOString();
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text for XML; characters that XML cannot hold at all are left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
