import { expect, test } from "vitest";
import type { TreeFile } from "@/evaluator/tree/types";
import { layCanary } from "./canary";

const hidden = (path: string, text: string): TreeFile => ({ path, mode: "100644", data: Buffer.from(text) });
const files = [
  hidden("Assets/Tests/Editor/BagTests.cs", "namespace Bag { public class BagTests { } }"),
  hidden("Assets/Tests/Editor/Edit.asmdef", "{}"),
  hidden("Assets/Tests/Play/Helpers.cs", "// drives the class LanternTests from outside\nclass Helper {}"),
  hidden("Assets/Tests/Play/LanternTests.cs", "public class LanternTests : Helper { }"),
];

test("the canary lies beside the file that declares the suite's class", () => {
  const play = layCanary({ test_platform: "PlayMode", test_class: ["LanternTests"] }, files);
  expect(play?.file.path).toBe(`Assets/Tests/Play/${play?.className}.cs`);
  expect(play?.className).toMatch(/^LanternTests[A-Z]/);
  const edit = layCanary({ test_platform: "EditMode", test_class: ["Bag.BagTests"] }, files);
  expect(edit?.file.path.startsWith("Assets/Tests/Editor/BagTests")).toBe(true);
  expect(edit?.className).toMatch(/^Bag\.BagTests[A-Z]/);
});

test("its source fails with the nonce and depends on no name of the project", () => {
  const laid = layCanary({ test_platform: "EditMode", test_class: ["Bag.BagTests"] }, files);
  if (!laid) throw new Error("no canary");
  const text = new TextDecoder().decode(laid.file.data);
  expect(text).toContain(laid.canary.nonce);
  expect(text.match(/NUnit\.Framework\.(Assert|Test)/g)).toHaveLength(
    text.match(/global::NUnit\.Framework\.(Assert|Test)/g)?.length ?? -1,
  );
  expect(text).toContain("namespace Bag\n");
  expect(laid.canary.fullName.startsWith(`${laid.className}.`)).toBe(true);
});

test("two canaries share neither nonce nor name", () => {
  const suite = { test_platform: "EditMode" as const, test_class: ["Bag.BagTests"] };
  const laid = Array.from({ length: 20 }, () => layCanary(suite, files));
  expect(new Set(laid.map((one) => one?.canary.nonce)).size).toBe(20);
  expect(new Set(laid.map((one) => one?.className)).size).toBeGreaterThan(15);
});

test("a class that no hidden file declares has no canary", () => {
  expect(layCanary({ test_platform: "EditMode", test_class: ["Other.Tests"] }, files)).toBeNull();
});

test("what the hidden file calls by a short name is looked at under the same usings", () => {
  const beside = hidden(
    "Assets/T/XTests.cs",
    `using NUnit.Framework;
using static Game.Tools;
using A = System.Action;
namespace Deep.Tests
{
    using UnityEngine.TestTools;
    public class XTests
    {
        [Test] public void M() { using (var f = Open()) { Assert.That(f, Is.Null); NUnit.Framework.StringAssert.Contains("a", "b"); } }
    }
}`,
  );
  const laid = layCanary({ test_platform: "EditMode", test_class: ["XTests"] }, [beside]);
  const text = new TextDecoder().decode(laid?.file.data);
  const [outer, inner] = text.split("namespace Deep.Tests");
  expect(outer).toBe("using NUnit.Framework;\nusing static Game.Tools;\nusing A = System.Action;\n");
  expect(inner).toContain("using UnityEngine.TestTools;");
  expect(inner?.match(/Look\(typeof\(\w+\)\)/g)).toEqual(["Look(typeof(Assert))", "Look(typeof(Is))"]);
  expect(inner).not.toContain("using (var");
});
