/** Types that a test calls by their simple names: one of the project that is nearer is called in their place. */
const CALLED =
  "Assert|Assume|Warn|Is|Has|Does|Throws|Contains|CollectionAssert|StringAssert|FileAssert|DirectoryAssert|LogAssert|" +
  "TestContext|AssertionHelper|AssertionException|SuccessException|IgnoreException|InconclusiveException|TestDelegate|" +
  "AsyncTestDelegate|Constraint|ConstraintResult|EqualConstraint|TestCaseData|TestFixtureData";

/** Attributes of tests; a type of such a name is one only as an attribute, since `Range` or `Order` are usual. */
const ATTRIBUTES =
  "Test|TestCase|TestCaseSource|TestFixture|TestFixtureSource|SetUp|TearDown|OneTimeSetUp|OneTimeTearDown|SetUpFixture|" +
  "Values|ValueSource|Range|Random|Combinatorial|Sequential|Pairwise|Category|Ignore|Explicit|Timeout|MaxTime|Order|" +
  "Repeat|Retry|Theory|Datapoint|DatapointSource|Platform|Property|NonParallelizable|Parallelizable|UnityTest|" +
  "UnitySetUp|UnityTearDown|UnityPlatform|PrebuildSetup|PostBuildCleanup|ConditionalIgnore|TestMustExpectAllLogs";

const KIND =
  "(?:class|struct|interface|enum|record(?:\\s+(?:class|struct))?|delegate\\s+[\\w.<>\\[\\], ]{1,200}?)";
const DECLARATIONS: readonly RegExp[] = [
  new RegExp(`\\b${KIND}\\s+@?(${CALLED}|(?:${ATTRIBUTES})Attribute)\\b`, "g"),
  new RegExp(`\\bclass\\s+@?(${ATTRIBUTES})\\s*:\\s*[\\w.:\\s]{0,200}Attribute\\b`, "g"),
];
const NAMESPACE = /\bnamespace\s+((?:NUnit|UnityEngine|UnityEditor|Unity)(?:\s*\.\s*[\w@]+)*)\s*[{;]/g;
const GLOBAL_USING = /\bglobal\s+using\b[^;]{0,300};/g;

/** Comments and literals of every form, whichever begins first. */
const NO_CODE =
  /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|(?:\$@|@\$|@)"(?:[^"]|"")*"|"""[\s\S]*?"""|\$?"(?:\\.|[^"\\\n\r])*"|'(?:\\.|[^'\\\n\r])+'/g;
const ESCAPED = /\\u([0-9a-f]{4})|\\U([0-9a-f]{8})/gi;

export type Shadow = { what: string; message: string; line: string };

/**
 * What C# text declares that a hidden test may take for the test framework: a type of such a name in any
 * namespace, anything in the framework's or the engine's own namespaces, and usings that hold everywhere.
 */
export function shadowsIn(text: string): Shadow[] {
  const code = text.replace(NO_CODE, " ").replace(ESCAPED, fromEscape);
  const found = new Map<string, Shadow>();
  const add = (match: RegExpMatchArray, what: string, message: string) =>
    found.set(what, { what, message, line: match[0].replace(/\s+/g, " ").trim() });
  for (const pattern of DECLARATIONS) {
    for (const match of code.matchAll(pattern))
      add(match, `type ${match[1]}`, `declares ${match[1]}, which is a name of the test framework`);
  }
  for (const match of code.matchAll(NAMESPACE)) {
    const name = (match[1] ?? "").replace(/[\s@]/g, "");
    add(
      match,
      `namespace ${name}`,
      `declares types in ${name}, where the framework or the engine has its own`,
    );
  }
  for (const match of code.matchAll(GLOBAL_USING))
    add(match, match[0].replace(/\s+/g, " "), "gives names a meaning in every file");
  return [...found.values()];
}

function fromEscape(_all: string, short: string | undefined, long: string | undefined): string {
  const point = Number.parseInt(short ?? long ?? "", 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : " ";
}
