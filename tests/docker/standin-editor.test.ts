import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EditorSession, openEditor } from "./support/editor-session";

/** What the rest of the harness relies on when it speaks to an editor. */
const TESTS = `using NUnit.Framework;
using UnityEngine;

namespace Sums
{
    public class SumTests
    {
        [Test] public void Two() { Assert.AreEqual(2, Game.Two()); }
        [Test] public void Three() { Assert.AreEqual(3, Game.Two()); }
        [Test] public void Noisy() { Debug.LogError("a message nobody expects"); }
        [TestCase(1)] [TestCase(2)] public void Case(int n) { Assert.Greater(n, 0); }
        [Test, Category("Slow")] public void Slow() { Assert.Pass(); }
    }
}

public class OtherTests
{
    [Test, Ignore("not now")] public void Later() { }
}
`;

let session: EditorSession;
beforeAll(async () => {
  session = await openEditor();
});
afterAll(() => session?.close());

const RUN = ["-projectPath", "/project", "-runTests", "-testPlatform", "EditMode"];

async function results(...args: string[]) {
  const file = `/results/${Math.random()}.xml`;
  const run = await session.editor(...RUN, "-testResults", file, ...args);
  const xml = await session.read(file);
  const names = [...(xml ?? "").matchAll(/<test-case [^>]*fullname="([^"]*)"[^>]* result="([^"]*)"/g)];
  return { ...run, file, xml, tests: names.map((one) => `${one[1]} ${one[2]}`).sort() };
}

describe("licence", () => {
  test("without one the editor ends with 1 and says so", async () => {
    const run = await session.editor("-projectPath", "/project", "-quit");
    expect(run).toMatchObject({ code: 1, log: expect.stringContaining("No ULF license found") });
  });

  test("a file that is no licence is refused", async () => {
    await session.lay({ "/tmp/wrong.ulf": "<root><License/></root>" });
    const run = await session.editor("-manualLicenseFile", "/tmp/wrong.ulf", "-quit");
    expect(run).toMatchObject({ code: 1, log: expect.stringContaining("Failed to activate/update license") });
  });

  test("a bare activation ends with 1 although it went well, and the log tells", async () => {
    await session.licence();
    const run = await session.editor(
      "-manualLicenseFile",
      "/root/.local/share/unity3d/Unity/Unity_lic.ulf",
      "-quit",
    );
    expect(run).toMatchObject({
      code: 1,
      log: expect.stringContaining("Next license update check is after"),
    });
  });
});

describe("a project", () => {
  test("is imported, and imported again from its Library", async () => {
    const first = await session.editor("-projectPath", "/project", "-quit");
    expect(first).toMatchObject({ code: 0, log: expect.stringContaining("(1 compiled, 0 unchanged)") });
    expect(first.log).toContain("(stand-in)");
    const second = await session.editor("-projectPath", "/project", "-quit");
    expect(second).toMatchObject({ code: 0, log: expect.stringContaining("(0 compiled, 1 unchanged)") });
  });

  test("crashes the editor of 2019.4 that is let draw, for there is no screen", async () => {
    const run = await session.bare(
      "-batchmode",
      "-logFile",
      "/dev/stdout",
      "-projectPath",
      "/project",
      "-quit",
    );
    expect(run).toMatchObject({ code: 139, log: expect.stringContaining("Caught fatal signal - signo:11") });
  });

  test("that does not compile ends with 1, names the place, and leaves no results", async () => {
    await session.lay({ "Assets/Broken.cs": "class Broken { int x = ; }\n" });
    const run = await results();
    expect(run).toMatchObject({ code: 1, xml: null });
    expect(run.log).toMatch(/^Assets\/Broken\.cs\(1,\d+\): error CS\d{4}: /m);
    expect(run.log).toContain("Scripts have compiler errors.");
    await session.lay({ "Assets/Broken.cs": "" });
  });

  test("whose packages cannot be found ends with 1", async () => {
    const manifest = (name: string) =>
      `{ "dependencies": { "com.unity.test-framework": "1.1.29"${name && `, "${name}": "1.0.0"`} } }`;
    await session.lay({ "Packages/manifest.json": manifest("com.private.tool") });
    const run = await session.editor("-projectPath", "/project", "-quit");
    expect(run.code).toBe(1);
    expect(run.log).toContain("com.private.tool: Package [com.private.tool@1.0.0] cannot be found");
    await session.lay({ "Packages/manifest.json": manifest("") });
  });

  test("is open in one editor at a time", async () => {
    await session.lay({
      "Assets/Editor/Sleep.cs":
        "public class Sleep { [NUnit.Framework.Test] public void Long() { System.Threading.Thread.Sleep(15000); } }",
    });
    const first = results();
    await expect
      .poll(() => session.read("/project/Library/ScriptAssemblies/Assembly-CSharp-Editor.dll.key"), {
        timeout: 60_000,
      })
      .not.toBeNull();
    const second = await session.editor("-projectPath", "/project", "-quit");
    expect(second).toMatchObject({
      code: 1,
      log: expect.stringContaining("another Unity instance is running"),
    });
    expect(await first).toMatchObject({ code: 0, tests: ["Sleep.Long Passed"] });
    await session.lay({ "Assets/Editor/Sleep.cs": "" });
  });
});

describe("tests", () => {
  beforeAll(() => session.lay({ "Assets/Editor/SumTests.cs": TESTS }));

  test("are run and written down as NUnit 3 XML, after a line that says where", async () => {
    const run = await results();
    expect(run.code).toBe(2);
    expect(run.log).toContain(`Saving results to: ${run.file}`);
    expect(run.tests).toEqual([
      "OtherTests.Later Skipped",
      "Sums.SumTests.Case(1) Passed",
      "Sums.SumTests.Case(2) Passed",
      "Sums.SumTests.Noisy Failed",
      "Sums.SumTests.Slow Passed",
      "Sums.SumTests.Three Failed",
      "Sums.SumTests.Two Passed",
    ]);
    expect(run.xml).toContain(
      '<test-run id="2" testcasecount="7" result="Failed(Child)" total="7" passed="4" failed="2"',
    );
    expect(run.xml).toContain("Unhandled log message");
  });

  test.each([
    ["-testFilter", "^Sums\\.SumTests\\.Two$", ["Sums.SumTests.Two Passed"]],
    ["-testFilter", "!Three;!Noisy;!Other;!Case", ["Sums.SumTests.Slow Passed", "Sums.SumTests.Two Passed"]],
    ["-testFilter", "^OtherTests([.(+]|$)", ["OtherTests.Later Skipped"]],
    ["-testCategory", "Slow", ["Sums.SumTests.Slow Passed"]],
    ["-assemblyNames", "Some.Other.Assembly", []],
    ["-testFilter", "NoSuchTest", []],
  ])("%s %s chooses among them", async (option, value, expected) => {
    const run = await results(option, value);
    expect(run).toMatchObject({ code: 0, tests: expected });
    expect(run.log.includes("No tests were executed")).toBe(expected.length === 0);
  });

  test("are not run beside -quit, which ends the editor with 0", async () => {
    expect(await results("-quit")).toMatchObject({ code: 0, xml: null });
  });

  test("for an unknown platform end with 4", async () => {
    const run = await session.editor("-projectPath", "/project", "-runTests", "-testPlatform", "Moon");
    expect(run.code).toBe(4);
  });

  test("that recurse without end crash the editor as a signal would", async () => {
    await session.lay({
      "Assets/Game.cs": "public static class Game { public static int Two() { return 1 + Two(); } }\n",
    });
    const run = await results("-testFilter", "Two");
    expect(run).toMatchObject({
      code: 139,
      xml: null,
      log: expect.stringContaining("Caught fatal signal - signo:11"),
    });
  });
});
