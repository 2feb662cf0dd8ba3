/** All our container labels stand below this prefix, so that nobody else's are ever touched. */
const PREFIX = "swe-game-bench.";
const INSTALLATION = `${PREFIX}installation`;
const KEY = /^[a-z0-9][a-z0-9._-]{0,62}$/;
const INSTALLATION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** @throws TypeError when the id would not be safe in a label filter. */
export function checkInstallation(installation: string): string {
  if (!INSTALLATION_ID.test(installation)) {
    throw new TypeError(`${JSON.stringify(installation)} is no installation id (letters, digits, ". _ -")`);
  }
  return installation;
}

/** Labels of a sandbox as the engine keeps them. @throws TypeError for a label name that is none. */
export function containerLabels(
  installation: string,
  labels: Record<string, string>,
): Record<string, string> {
  const own = Object.entries(labels).map(([key, value]) => {
    if (!KEY.test(key) || key === "installation") {
      throw new TypeError(`${JSON.stringify(key)} cannot name a label of a sandbox`);
    }
    return [PREFIX + key, value] as const;
  });
  return { [INSTALLATION]: installation, ...Object.fromEntries(own) };
}

/** What `containerLabels` was given. */
export function ownLabels(labels: Record<string, string>): Record<string, string> {
  const own = Object.entries(labels).filter(([key]) => key.startsWith(PREFIX) && key !== INSTALLATION);
  return Object.fromEntries(own.map(([key, value]) => [key.slice(PREFIX.length), value]));
}

/** The same as filters for the engine's list; every one has a value, so none matches by mere presence. */
export function labelFilters(labels: Record<string, string>): string[] {
  return Object.entries(labels).map(([key, value]) => `${key}=${value}`);
}

/** True when a container carries every one of `wanted`; the engine's filter is not trusted alone. */
export function carries(labels: Record<string, string> | undefined, wanted: Record<string, string>): boolean {
  return Object.entries(wanted).every(([key, value]) => value !== "" && labels?.[key] === value);
}

/** An engine-wide unique container name that still tells a person what it is for. */
export function containerName(labels: Record<string, string>, random: string): string {
  const slug = (labels.key ?? "").replace(/[^A-Za-z0-9_.-]+/g, "-").slice(0, 40);
  return ["swe-game-bench", slug, random].filter(Boolean).join("-");
}
