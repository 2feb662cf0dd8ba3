const OWN = "http://own.invalid";
/** Browsers drop some of these, and read a backslash as a slash. */
const ODD = /[^\x21-\x7e]|\\/;

/**
 * Where to go after signing in: a path of this site, or `fallback`. Whatever a browser could read as another
 * site ("//host", "/\host", a scheme), data of `/api`, and the sign-in pages themselves are not gone to.
 */
export function ownPath(value: unknown, fallback = "/"): string {
  if (typeof value !== "string" || !value.startsWith("/") || value.startsWith("//")) return fallback;
  if (value.length > 2000 || ODD.test(value)) return fallback;
  if (!URL.canParse(value, OWN)) return fallback;
  const url = new URL(value, OWN);
  if (url.origin !== OWN || url.pathname.startsWith("//")) return fallback;
  if (/^\/(api|sign-in|sign-up|reset-password)(\/|$)/.test(url.pathname)) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The sign-in page that leads back to a path of this site. */
export function signInHref(next: string): string {
  const path = ownPath(next);
  return path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`;
}
