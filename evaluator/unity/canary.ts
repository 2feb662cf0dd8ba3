import { randomBytes, randomInt } from "node:crypto";
import type { TreeFile } from "@/evaluator/tree/types";
import type { TestSuite } from "@/lib/domain/instance";
import type { Canary } from "@/lib/domain/run";
import { canarySource } from "./canary-source";

/**
 * A test that must fail, laid beside the hidden tests of one run so that it compiles into their assembly.
 * Results without its failure, or without the nonce in its message, are not results of this run.
 */
export type LaidCanary = { canary: Canary; className: string; file: TreeFile };

/**
 * It stands in the namespace of the hidden tests, is named after them and fails like any comparison: code
 * that turns "their" failures into passes, by the class name it is given, turns this one too.
 */
const SUFFIXES = [
  "More",
  "Again",
  "Basics",
  "Extra",
  "Details",
  "Cases",
  "Edges",
  "Rest",
  "Plain",
  "Other",
  "Mixed",
  "Rules",
];
const METHODS = [
  "KeepsItsValue",
  "ReturnsTheSame",
  "MatchesWhatWasStored",
  "IsReadBack",
  "StaysEqual",
  "RoundTrips",
];

const NONCE_BYTES = 10;
const NUMBERS = 1000;

/** Makes the canary of one suite; null when none of the hidden tests declares one of its classes. */
export function layCanary(suite: TestSuite, hiddenTests: readonly TreeFile[]): LaidCanary | null {
  const place = placeOfSuite(suite, hiddenTests);
  if (place === null) return null;
  const simple = `${place.className}${pick(SUFFIXES)}${randomInt(NUMBERS)}`;
  const className = place.namespace === "" ? simple : `${place.namespace}.${simple}`;
  const method = pick(METHODS);
  const nonce = randomBytes(NONCE_BYTES).toString("hex");
  const other = randomBytes(NONCE_BYTES).toString("hex");
  const data = Buffer.from(
    canarySource({ beside: place.text, className: simple, method, expected: other, actual: nonce }),
  );
  return {
    canary: { fullName: `${className}.${method}`, nonce },
    className,
    file: { path: `${place.folder}${simple}.cs`, mode: "100644", data },
  };
}

type Place = { folder: string; namespace: string; className: string; text: string };

/** The hidden file that declares a class of the suite: its folder, with the slash, and its namespace. */
function placeOfSuite(suite: TestSuite, hiddenTests: readonly TreeFile[]): Place | null {
  const sources = hiddenTests.filter((file) => file.path.endsWith(".cs"));
  for (const name of suite.test_class) {
    const className = (name.split(/[.+]/).at(-1) ?? name)
      .replace(/`\d+$/, "")
      .replace(/[^\p{L}\p{N}_]/gu, "");
    const declaration = new RegExp(`\\bclass\\s+${className}\\b`, "u");
    const declaring = sources.filter((file) => declaration.test(textOf(file)));
    const best = declaring.find((file) => file.path.endsWith(`/${className}.cs`)) ?? declaring[0];
    if (!best) continue;
    const text = textOf(best);
    const namespace = /^\s*namespace\s+([\p{L}\p{N}_.]+)/mu.exec(text)?.[1] ?? "";
    return { folder: best.path.slice(0, best.path.lastIndexOf("/") + 1), namespace, className, text };
  }
  return null;
}

function textOf(file: TreeFile): string {
  return new TextDecoder().decode(file.data);
}

function pick(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? "Value";
}
