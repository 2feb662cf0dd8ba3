import { describe, expect, it } from "vitest";
import type { TreeChange } from "@/evaluator/tree/diff";
import { isTestPath, pathRules } from "@/evaluator/tree/flag-rules";
import { integrityFlags, MANY_FILES } from "@/evaluator/tree/flags";
import { MemoryObjects } from "@/evaluator/tree/quarantine";

const nothing = { blob: async () => null, tree: async () => null };
const LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n";

/** Flags of a patch that changes one file from one content to another (null: not there). */
async function flagsOf(path: string, before: string | Buffer | null, after: string | Buffer | null) {
  const objects = new MemoryObjects(nothing);
  const side = (data: string | Buffer | null) =>
    data === null ? undefined : { mode: "100644", id: objects.put("blob", Buffer.from(data as string)) };
  const change: TreeChange = { path, old: side(before), new: side(after) };
  return await integrityFlags([change], objects);
}

describe("code that an auditor should see", () => {
  it.each([
    ["[InitializeOnLoad]", "editor-startup"],
    ["[UnityEditor.InitializeOnLoadMethod]", "editor-startup"],
    ["[RuntimeInitializeOnLoadMethod]", "editor-startup"],
    ["[UnityEditor.Callbacks.DidReloadScripts]", "editor-startup"],
    ["class P : AssetPostprocessor { }", "editor-startup"],
    ["EditorApplication.update += Tick;", "editor-startup"],
    ["class R : ITestRunCallback { }", "test-framework"],
    ["[assembly: TestRunCallback(typeof(R))]", "test-framework"],
    ["using UnityEditor.TestTools.TestRunner.Api;", "test-framework"],
    ["using NUnit.Framework.Internal;", "test-framework"],
    ["[SetUpFixture] class S { }", "test-framework"],
    ["System.Environment.Exit(0);", "process-or-files"],
    ['Process.Start("sh");', "process-or-files"],
    ["EditorApplication.Exit(0);", "process-or-files"],
    ["AppDomain.CurrentDomain.ProcessExit += Late;", "process-or-files"],
    ["File.WriteAllText(path, text);", "process-or-files"],
    ['Directory.GetFiles(".");', "process-or-files"],
    ['[DllImport("libc")]', "process-or-files"],
    ["using System.Reflection;", "process-or-files"],
    ['var at = args.IndexOf("-testResults");', "process-or-files"],
  ])("%s is flagged as %s, with the line", async (code, rule) => {
    const flags = await flagsOf("Assets/A.cs", "class A\n{\n}\n", `class A\n{\n    ${code}\n}\n`);
    expect(flags).toMatchObject([{ rule, path: "Assets/A.cs", line: code }]);
  });

  it.each([
    "public int Health;",
    "// Files are written elsewhere",
    "ProfileStart();",
    "transform.position = next;",
    "progress.Started = true;",
  ])("%s is no reason to look", async (code) => {
    expect(await flagsOf("Assets/A.cs", "class A { }\n", `${code}\n`)).toEqual([]);
  });

  it("is flagged only in lines that the patch adds", async () => {
    const before = "using System.Reflection;\r\nclass A { }\r\n";
    expect(await flagsOf("Assets/A.cs", before, before.replace("A", "B"))).toEqual([]);
    expect(await flagsOf("Assets/A.cs", before, `${before}using System.Reflection ;\r\n`)).toHaveLength(1);
  });

  it("is found in UTF-16 and not looked for in deleted files", async () => {
    const code = "\uFEFF[InitializeOnLoad] class A { }\n";
    expect(await flagsOf("Assets/A.cs", null, Buffer.from(code, "utf16le"))).toMatchObject([
      { rule: "editor-startup" },
    ]);
    expect(await flagsOf("Assets/A.cs", null, Buffer.from(code, "utf16le").swap16())).toMatchObject([
      { rule: "editor-startup" },
    ]);
    expect(await flagsOf("Assets/A.cs", code, null)).toEqual([]);
  });
});

describe("names that stand in front of the test framework", () => {
  it.each([
    ["public static class Assert", "class Assert"],
    ["namespace Game { class LogAssert { } }", "class LogAssert"],
    ["public sealed class TestAttribute : System.Attribute", "class TestAttribute"],
    ["class Test : System.Attribute { }", "class Test : System.Attribute"],
    ["struct Is { }", "struct Is"],
    ["delegate void TestDelegate();", "delegate void TestDelegate"],
    ["class /* a trick */ Assert { }", "class Assert"],
    ["class\n    Assert { }", "class Assert"],
    ["class \\u0041ssert { }", "class Assert"],
    ["class @Assert { }", "class @Assert"],
    ['var text = "/*"; class Assert { } // */', "class Assert"],
    ["namespace NUnit.Framework\n{", "namespace NUnit.Framework {"],
    ["namespace UnityEngine . TestTools {", "namespace UnityEngine . TestTools {"],
    ["namespace UnityEngine { class Debug { } }", "namespace UnityEngine {"],
    ["global using Assert = Game.Kind;", "global using Assert = Game.Kind;"],
  ])("%j is flagged as the test framework's", async (code, line) => {
    const flags = await flagsOf("Assets/A.cs", "class A { }\n", `class A { }\n${code}\n`);
    expect(flags).toMatchObject([{ rule: "test-framework", path: "Assets/A.cs", line }]);
  });

  it.each([
    "class AssertionOfRights { }",
    "class Range { }",
    "class Order : Thing { }",
    "// class Assert",
    'var text = "class Assert";',
    'var text = @"\nclass Assert ""quoted"" ";',
    "namespace Game.NUnit { }",
    "using NUnit.Framework;",
    "Assert.IsTrue(true);",
  ])("%j is no reason to look", async (code) => {
    expect(await flagsOf("Assets/A.cs", null, `${code}\n`)).toEqual([]);
  });

  it.each(["delegate ", "class Test : ", "global using A ", '@"', "/*", "namespace NUnit . ", "'\\\\"])(
    "are looked for in bounded time where a text repeats %j",
    async (piece) => {
      const before = performance.now();
      await flagsOf("Assets/A.cs", null, piece.repeat(400_000 / piece.length));
      expect(performance.now() - before).toBeLessThan(5_000);
    },
  );

  it("are flagged only where the patch adds them", async () => {
    const before = "namespace UnityEngine { static class Assert { } }\n";
    expect(await flagsOf("Assets/A.cs", before, `// more\n${before}`)).toEqual([]);
    expect(await flagsOf("Assets/A.cs", before, `${before}class Is { }\n`)).toMatchObject([
      { line: "class Is" },
    ]);
  });
});

describe("files that an auditor should see", () => {
  it.each([
    ["Assets/A.asmdef", "assembly-definition"],
    ["Assets/A.asmref", "assembly-definition"],
    ["Assets/csc.rsp", "compiler-options"],
    ["Assets/Plugins/A.dll", "binary"],
    ["Assets/Plugins/libA.so.meta", "binary"],
    ["Assets/Tests/A.cs", "test-path"],
    ["Assets/Game.Tests/A.cs", "test-path"],
    ["Assets/Scripts/HealthTests.cs", "test-path"],
  ])("%s is flagged as %s", (path, rule) => {
    expect(pathRules(path, true)).toEqual([expect.objectContaining({ rule })]);
  });

  it.each(["Assets/Latest/A.cs", "Assets/Contest.cs", "Assets/Protest/Attest.cs", "Assets/Testament/A.cs"])(
    "%s is no test",
    (path) => {
      expect(isTestPath(path.split("/"))).toBe(false);
    },
  );

  it("are those with binary content, pointers to large files, and either side of a pointer", async () => {
    expect(await flagsOf("Assets/a.png", null, "\x89PNG\0")).toMatchObject([{ rule: "binary" }]);
    expect(await flagsOf("Assets/a.fbx", LFS, LFS.replace("00", "01"))).toMatchObject([{ rule: "lfs" }]);
    expect(await flagsOf("Assets/a.fbx", LFS, "text")).toMatchObject([{ rule: "lfs" }]);
    expect(await flagsOf("Assets/a.txt", null, "text")).toEqual([]);
  });

  it("are many, when a patch touches an extraordinary number", async () => {
    const objects = new MemoryObjects(nothing);
    const side = { mode: "100644", id: objects.put("blob", Buffer.from("x")) };
    const changes = (count: number) =>
      Array.from({ length: count }, (_each, at) => ({ path: `Assets/F${at}.txt`, new: side }));
    expect(await integrityFlags(changes(MANY_FILES), objects)).toEqual([]);
    const flags = await integrityFlags(changes(2000), objects);
    expect(flags).toMatchObject([{ rule: "many-files" }]);
    expect(flags[0]?.message).toBe(
      "The patch touches 2000 files; more than 40 are unusual for a fix. Only the first 500 were looked through.",
    );
  });
});
