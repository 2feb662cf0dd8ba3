/** The parts of a click and of the present address that decide. */
type Click = Pick<
  MouseEvent,
  "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "defaultPrevented"
> & {
  target: EventTarget | null;
};

/**
 * The address to go to when a click on a link may be followed within the document; null when the browser
 * should do what it does: new tabs, downloads, other sites, data, and anchors on the same page.
 */
export function softTarget(
  click: Click,
  here: Pick<Location, "origin" | "pathname" | "search">,
): string | null {
  if (click.defaultPrevented || click.button !== 0) return null;
  if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return null;
  const link = click.target instanceof Element ? click.target.closest("a") : null;
  const href = link?.getAttribute("href");
  if (!link || !href || link.hasAttribute("download") || link.getAttribute("target")) return null;
  const url = new URL(href, `${here.origin}${here.pathname}${here.search}`);
  if (url.origin !== here.origin || url.pathname.startsWith("/api/")) return null;
  if (url.pathname === here.pathname && url.search === here.search && url.hash !== "") return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
