import path from "node:path";

/**
 * Normalises a path inside a sandbox: absolute, without `.`, doubled or trailing slashes.
 * @throws TypeError for a relative path, a `..` segment or a NUL: those come from a mistake in our code.
 */
export function insidePath(inside: string): string {
  if (!inside.startsWith("/") || inside.includes("\0") || inside.split("/").includes("..")) {
    throw new TypeError(
      `${JSON.stringify(inside)} is no path inside a sandbox: it must be absolute, without ".." and NUL`,
    );
  }
  const normal = path.posix.normalize(inside);
  return normal.length > 1 && normal.endsWith("/") ? normal.slice(0, -1) : normal;
}

/** The same for a path that is going to be deleted: the root itself is refused. */
export function removablePath(inside: string): string {
  const normal = insidePath(inside);
  if (normal === "/") throw new TypeError("The root of a sandbox cannot be removed");
  return normal;
}

/** `/a/b/c` → `["/a", "/a/b", "/a/b/c"]`. */
export function ancestry(inside: string): string[] {
  const parts = insidePath(inside).split("/").filter(Boolean);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`);
}
