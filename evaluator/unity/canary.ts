import { randomBytes, randomInt } from "node:crypto";
import type { TreeFile } from "@/evaluator/tree/types";
import type { TestSuite } from "@/lib/domain/instance";
import type { Canary } from "@/lib/domain/run";

/**
 * A test that must fail, laid beside the hidden tests of one run so that it compiles into their assembly.
 * Results without its failure, or without the nonce in its message, are not results of this run.
 */
export type LaidCanary = { canary: Canary; className: string; file: TreeFile };

/** Its name and message look like any test's: what all results are turned into, it is turned into too. */
const FIRST = [
  "Slot",
  "Range",
  "Order",
  "Token",
  "Buffer",
  "Batch",
  "Frame",
  "Marker",
  "Cursor",
  "Ledger",
  "Signal",
  "Offset",
];
const SECOND = [
  "Handling",
  "Rules",
  "Parsing",
  "Lookup",
  "Merging",
  "Limits",
  "Changes",
  "Format",
  "Counting",
  "Mapping",
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
const SUFFIXES = 100_000;

/** Makes the canary of one suite; null when none of the hidden tests declares one of its classes. */
export function layCanary(suite: TestSuite, hiddenTests: readonly TreeFile[]): LaidCanary | null {
  const folder = folderOfSuite(suite, hiddenTests);
  if (folder === null) return null;
  const className = `${pick(FIRST)}${pick(SECOND)}${randomInt(SUFFIXES)}Tests`;
  const method = pick(METHODS);
  const nonce = randomBytes(NONCE_BYTES).toString("hex");
  const other = randomBytes(NONCE_BYTES).toString("hex");
  return {
    canary: { fullName: `${className}.${method}`, nonce },
    className,
    file: {
      path: `${folder}${className}.cs`,
      mode: "100644",
      data: Buffer.from(source(className, method, nonce, other)),
    },
  };
}

/** Names are written in full, so that no type of the project can stand in front of the framework's. */
function source(className: string, method: string, nonce: string, other: string): string {
  return `public class ${className}
{
    [global::NUnit.Framework.Test]
    public void ${method}()
    {
        global::NUnit.Framework.Assert.AreEqual("${other}", "${nonce}");
    }
}
`;
}

/** The folder, with its slash, of the hidden file that declares a class of the suite. */
function folderOfSuite(suite: TestSuite, hiddenTests: readonly TreeFile[]): string | null {
  const sources = hiddenTests.filter((file) => file.path.endsWith(".cs"));
  for (const name of suite.test_class) {
    const simple = name.split(/[.+]/).at(-1)?.replace(/`\d+$/, "") ?? name;
    const declaration = new RegExp(`\\bclass\\s+${simple.replace(/[^\p{L}\p{N}_]/gu, "")}\\b`, "u");
    const declaring = sources.filter((file) => declaration.test(new TextDecoder().decode(file.data)));
    const best = declaring.find((file) => file.path.endsWith(`/${simple}.cs`)) ?? declaring[0];
    if (best) return best.path.slice(0, best.path.lastIndexOf("/") + 1);
  }
  return null;
}

function pick(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? "Value";
}
