const BROWSERS = [
  ["Edge", /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)[\d.]* .*Safari/],
] as const;
const SYSTEMS = [
  ["Android", /Android/],
  ["iPhone or iPad", /iPhone|iPad/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X/],
  ["Linux", /Linux|X11/],
] as const;

/** "Firefox 140 on Linux": enough to know one's own sessions by, from what a browser says of itself. */
export function browserText(userAgent: string): string {
  const browser = BROWSERS.map(([name, pattern]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version === undefined ? null : `${name} ${version}`;
  }).find((text) => text !== null);
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return `${browser ?? "An unknown browser"}${system ? ` on ${system}` : ""}`;
}
