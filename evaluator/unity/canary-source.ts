/** Names of the test framework that a test file writes without their namespace. */
const FRAMEWORK_TYPES = [
  "Assert",
  "Is",
  "Has",
  "Does",
  "Throws",
  "Contains",
  "CollectionAssert",
  "StringAssert",
  "LogAssert",
  "Assume",
];

export type CanarySource = {
  /** Text of the hidden test file beside it. */
  beside: string;
  className: string;
  method: string;
  expected: string;
  actual: string;
};

/**
 * The canary's C#. Its own calls are written in full. It first looks whether the names that the hidden file
 * uses mean the framework's types: a type of the project in a nearer namespace would stand in front of them,
 * and an `Assert` that asserts nothing passes every test. One in the framework's own namespace is told by where
 * it was compiled; a cover over the framework's own type is left alone. Then it fails, without its message.
 */
export function canarySource(options: CanarySource): string {
  const { namespace, outer, inner } = surroundings(options.beside);
  const type = classSource(options);
  const body = namespace === "" ? type : `namespace ${namespace}\n{\n${inner.join("\n")}\n${type}}\n`;
  return `${outer.join("\n")}\n${body}`;
}

/** Usings mean different things inside and outside of a namespace: each stays where the hidden file has it. */
function surroundings(text: string): { namespace: string; outer: string[]; inner: string[] } {
  const found = /^\s*namespace\s+([\p{L}\p{N}_.]+)/mu.exec(text);
  if (!found?.[1]) return { namespace: "", outer: usings(text), inner: [] };
  const before = text.slice(0, found.index);
  return { namespace: found[1], outer: usings(before), inner: usings(text.slice(found.index)) };
}

/** Using directives, not using statements. */
function usings(text: string): string[] {
  return [
    ...text.matchAll(/^[ \t]*(using\s+(?:static\s+)?(?:\w+\s*=\s*)?[\p{L}_][\p{L}\p{N}_.<>, ]*;)/gmu),
  ].map((match) => match[1] ?? "");
}

function classSource({ beside, className, method, expected, actual }: CanarySource): string {
  const used = FRAMEWORK_TYPES.filter((name) => new RegExp(`(?<![\\w.])${name}\\s*\\.`).test(beside));
  const looks = used.map((name) => `        Look(typeof(${name}));\n`).join("");
  return `public class ${className}
{
    [global::NUnit.Framework.Test]
    public void ${method}()
    {
${looks}        global::NUnit.Framework.Assert.AreEqual("${expected}", "${actual}");
    }

    static void Look(global::System.Type type)
    {
        var home = type.Namespace ?? "";
        var named = home == "NUnit.Framework" || home == "UnityEngine.TestTools" || home == "UnityEngine.Assertions";
        if (named && !Made(type)) return;
        throw new global::System.InvalidOperationException(type.FullName + " stands in front of the test framework.");
    }

    static bool Made(global::System.Type type)
    {
        if (type == null || type == typeof(object)) return true;
        var name = type.Assembly.GetName().Name;
        if (name == "UnityEngine.TestRunner" || name == "UnityEditor.TestRunner") return false;
        return type.Assembly.Location.Replace('\\\\', '/').Contains("/Library/ScriptAssemblies/") && Made(type.BaseType);
    }
}
`;
}
