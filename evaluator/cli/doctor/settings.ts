import { type Check, checker } from "./check";

const PREFIX = /^SWE_(GAME_BENCH|MODEL)/;
/** Names of ours without the prefix that people mistype; the others belong to the system. */
const PLAIN = ["BENCHMARK_DIR", "REPO_MIRROR_DIR", "LICENSE_PATH", "GITHUB_TOKEN", "GITHUB_API_URL"];
const NEAR = 2;
const NEAR_WITH_PREFIX = 6;

/** Tells variables that look like ours and are read by nobody, each with what was probably meant. */
export function checkSettings(
  set: { environment: readonly string[]; file: readonly string[] },
  known: readonly string[],
): Check {
  const say = checker("settings", "Settings");
  const strange = [
    ...set.file.map((name) => ({ name, where: ".env" })),
    ...set.environment.map((name) => ({ name, where: "the environment" })),
  ].flatMap(({ name, where }) => {
    if (known.includes(name)) return [];
    const meant = nearest(name, known);
    return meant !== null || PREFIX.test(name) ? [{ name, where, meant }] : [];
  });
  if (strange.length === 0)
    return say("ok", `${set.file.length === 0 ? "no .env; " : ""}no unknown variable`);
  const told = strange.map(
    ({ name, where, meant }) => `${name} (${where})${meant ? `, meant ${meant}?` : ""}`,
  );
  return say(
    "warn",
    `Not read by anything: ${told.join("; ")}`,
    "Correct the names by .env.example, or remove them.",
  );
}

function nearest(name: string, known: readonly string[]): string | null {
  const ours = PREFIX.test(name);
  const candidates = ours ? known.filter((each) => PREFIX.test(each)) : PLAIN;
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(name.toUpperCase(), candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= (ours ? NEAR_WITH_PREFIX : NEAR) ? best.candidate : null;
}

/** Levenshtein's distance: inserted, removed and replaced letters. */
export function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
