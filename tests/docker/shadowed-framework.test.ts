import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluatePatch } from "@/evaluator/evaluate";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { type SampleEvaluator, sampleEvaluator } from "./support/sample-evaluator";

const TESTS = "game/Assets/InjectedPRTests/Editor/TurnOrderTests.cs";
/** A hidden test that nothing but a false framework lets pass, in an assembly that a patch can write into. */
const NEVER = `using NUnit.Framework;

public class TurnOrderTests
{
    [Test]
    public void IsNeverRight()
    {
        StringAssert.AreEqualIgnoringCase("gull", "tern");
    }
}
`;

let kit: SampleEvaluator;
let dir: string;
let entry: InstanceEntry;

beforeAll(async () => {
  kit = await sampleEvaluator();
  dir = mkdtempSync(path.join(tmpdir(), "shadow-dataset-"));
  for (const part of ["tests", "oracle_patches", "repositories"])
    cpSync(path.join(kit.deps.settings.sampleDir, part), path.join(dir, part), { recursive: true });
  writeFileSync(path.join(dir, "tests/sample-tidewater-1", TESTS), NEVER);
  const from = kit.entry("sample-tidewater-1");
  entry = {
    ...from,
    dataset: { ...from.dataset, dir },
    instance: { ...from.instance, timeout_seconds: 120 },
  };
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
  await kit?.close();
});

function adding(file: string, text: string): Uint8Array {
  const lines = text.trimEnd().split("\n");
  const head = `diff --git a/${file} b/${file}\nnew file mode 100644\n--- /dev/null\n+++ b/${file}\n`;
  return Buffer.from(`${head}@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join("")}`);
}

async function graded(patch: Uint8Array, of: InstanceEntry, expected: string[][]) {
  const result = await evaluatePatch(kit.deps, { entry: of, expected, patch });
  if (result.status !== "graded") throw new Error(JSON.stringify(result));
  return { grade: result.grade, flags: result.check?.flags ?? [] };
}

const FALSE =
  "public static class StringAssert { public static void AreEqualIgnoringCase(string a, string b) { } }";

describe("a type of the project in front of the test framework's", () => {
  const expected = [["TurnOrderTests.IsNeverRight"]];

  test.each([
    ["in the global namespace", "game/Assets/Scripts/Kind.cs", FALSE],
    ["in the framework's own", "game/Assets/Editor/Kind.cs", `namespace NUnit.Framework\n{\n${FALSE}\n}`],
  ])("%s is seen by the canary, and flagged", async (_where, file, text) => {
    const { grade, flags } = await graded(adding(file, text), entry, expected);
    expect(grade).toMatchObject({
      outcome: "no-results",
      reason: expect.stringContaining("without its message"),
    });
    // Without the canary it would have passed.
    expect(grade.tests.map((one) => `${one.fullName} ${one.result}`)).toEqual([
      "TurnOrderTests.IsNeverRight Passed",
    ]);
    expect(flags).toContainEqual(
      expect.objectContaining({ rule: "test-framework", message: expect.stringContaining("StringAssert") }),
    );
  });

  test("that is not there leaves the test what it is", async () => {
    const { grade, flags } = await graded(
      adding("game/Assets/Scripts/Kind.cs", "class Kind { }"),
      entry,
      expected,
    );
    expect(grade.outcome).toBe("failed");
    expect(flags).toEqual([]);
  });

  test.each(["shadows-assert", "shadows-assert-in-part"])("is flagged in the attack %s", async (name) => {
    const patch = readFileSync(path.join(import.meta.dirname, "../fixtures/attacks", `${name}.patch`));
    const from = kit.entry("sample-packrat-1");
    const of = { ...from, instance: { ...from.instance, timeout_seconds: 120 } };
    const { flags } = await graded(patch, of, [["any"]]);
    expect(flags).toMatchObject([
      {
        rule: "test-framework",
        path: "Assets/Packrat/Assert.cs",
        line: expect.stringContaining("class Assert"),
      },
    ]);
  });
});
