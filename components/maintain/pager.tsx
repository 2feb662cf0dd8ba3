/** Links to the pages around this one; nothing where there is only one. */
export function Pager({ label, links }: { label: string; links: readonly { href: string; text: string }[] }) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={label} className="mt-4 flex gap-x-6 text-small">
      {links.map(({ href, text }) => (
        <a key={text} href={href}>
          {text}
        </a>
      ))}
    </nav>
  );
}

/** The pages before and after a numbered one. */
export function pageLinks(page: number, pages: number, hrefOf: (page: number) => string) {
  const links = [];
  if (page > 1) links.push({ href: hrefOf(page - 1), text: "Newer" });
  if (page < pages) links.push({ href: hrefOf(page + 1), text: "Older" });
  return links;
}
