import type { IntegrityFlag } from "@/lib/domain/patch";

type Rule = IntegrityFlag["rule"];

/** Code that an auditor should see in lines that a patch adds. A match is a reason to look, no verdict. */
export const CODE_RULES: readonly { rule: Rule; pattern: RegExp; message: string }[] = [
  {
    rule: "editor-startup",
    pattern:
      /\b(InitializeOnLoad(Method)?|InitializeOnEnterPlayMode|RuntimeInitializeOnLoadMethod|DidReloadScripts|ModuleInitializer|AssetPostprocessor|IPreprocessBuild\w*|CompilationPipeline|EditorApplication\s*\.\s*(update|delayCall|playModeStateChanged))\b/,
    message: "adds code that the editor runs by itself",
  },
  {
    rule: "test-framework",
    pattern:
      /\b(ITestRunCallback|TestRunCallback|TestRunnerApi|IErrorCallbacks|ICallbacks|ITestAction|IWrapTestMethod|IWrapSetUpTearDown|IApplyToTest|IApplyToContext|SetUpFixture|TestExecutionContext|NUnitTestAssemblyRunner|NUnit\s*\.\s*Framework\s*\.\s*(Internal|Interfaces)|UnityTestAttribute|UnityEngine\s*\.\s*TestRunner|UnityEditor\s*\.\s*TestTools)\b/,
    message: "reaches into the test framework",
  },
  {
    rule: "process-or-files",
    pattern:
      /\b(Process\s*\.\s*Start|ProcessStartInfo|System\s*\.\s*Diagnostics\s*\.\s*Process|Environment\s*\.\s*(Exit|FailFast|GetCommandLineArgs|CommandLine)|ProcessExit|EditorApplication\s*\.\s*Exit|File\s*\.\s*(Write\w*|Append\w*|Delete|Move|Copy|Open\w*|Create\w*|Replace|SetLastWriteTime\w*)|FileStream|FileInfo|DirectoryInfo|StreamWriter|FileSystemWatcher|Directory\s*\.\s*(Create\w*|Delete|Move|Get\w*|Enumerate\w*)|FileUtil|DllImport|Assembly\s*\.\s*Load\w*|System\s*\.\s*Reflection|MethodInfo|Activator\s*\.\s*CreateInstance|HttpClient|UnityWebRequest|System\s*\.\s*Net)\b|-testResults/,
    message: "touches processes, files, the network or reflection",
  },
];

const EXECUTABLE = /\.(dll|so|dylib|bundle|exe|pdb|mdb|a|jar|aar|winmd)(\.meta)?$/i;
/** `Tests`, `EditorTests`, `Game.Tests`, `tests_editor`; not `Latest`. */
const TEST_PART = /^[Tt][Ee][Ss][Tt][Ss]?$|[A-Za-z0-9]Tests?$|(?:^|[._-])[Tt]ests?(?:[._-]|$)/;
const TEST_FILE = /(?:^|[A-Za-z0-9._-])Tests?\.cs(?:\.meta)?$/;

/** Rules that a path alone raises. */
export function pathRules(path: string, added: boolean): { rule: Rule; message: string }[] {
  const verb = added ? "adds" : "changes";
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  const found: { rule: Rule; message: string }[] = [];
  if (/\.(asmdef|asmref)$/i.test(name)) {
    found.push({ rule: "assembly-definition", message: `${verb} an assembly definition` });
  }
  if (EXECUTABLE.test(name)) found.push({ rule: "binary", message: `${verb} compiled code` });
  if (/\.rsp$/i.test(name)) found.push({ rule: "compiler-options", message: `${verb} compiler options` });
  if (isTestPath(parts)) found.push({ rule: "test-path", message: `${verb} a file among the tests` });
  return found;
}

/** A file that reads like a test: in a folder for tests, or named for one. */
export function isTestPath(parts: readonly string[]): boolean {
  const name = parts.at(-1) ?? "";
  return parts.slice(0, -1).some((part) => TEST_PART.test(part)) || TEST_FILE.test(name);
}

/** A folder whose name says that it holds tests. */
export function isTestFolder(name: string): boolean {
  return TEST_PART.test(name);
}
