import type { TestPlatform } from "@/lib/domain/instance";

/** The program of the editor images (and of the stand-in's) that starts the editor. */
const EDITOR = "unity-editor";

/** The log goes to standard output, where it cannot be taken back and where silence is noticed. */
const LOG = ["-logFile", "/dev/stdout"] as const;

/** `-accept-apiupdate` lets the editor bring old calls up to date in batch mode, where it cannot ask. */
const COMMON = ["-batchmode", "-nographics", "-accept-apiupdate"] as const;

export type Argv = readonly [string, ...string[]];

export type TestRunOptions = {
  projectPath: string;
  platform: TestPlatform;
  /** Absolute: early test frameworks ignore a relative path. */
  resultsPath: string;
  /** Test classes as the instance names them: with or without their namespace; `+` before a nested class. */
  classNames: readonly string[];
};

/**
 * The command line of one test run. Never with `-quit`, which ends the editor before the tests.
 * Options that a project's test framework may not know are left out: it ignores them silently, and
 * `-assemblyNames`, for one, would then run everything.
 */
export function testArgv(options: TestRunOptions): Argv {
  return [
    EDITOR,
    ...COMMON,
    "-projectPath",
    options.projectPath,
    "-runTests",
    "-testPlatform",
    options.platform,
    "-testResults",
    options.resultsPath,
    "-testFilter",
    testFilter(options.classNames),
    ...LOG,
  ];
}

/** The command line that imports a project and ends. */
export function importArgv(projectPath: string): Argv {
  return [EDITOR, ...COMMON, "-quit", "-projectPath", projectPath, ...LOG];
}

/**
 * The test framework takes a list of regular expressions, not anchored, and early versions also match
 * them against names of suites and paths: so each is anchored and escaped, and grading looks at exact
 * names again. Before a class name may come its namespace; after it come `.` and a method, `(` and the
 * arguments of a fixture, or `+` and a nested class.
 */
export function testFilter(classNames: readonly string[]): string {
  return classNames.map((name) => `^([^/(]+\\.)?${escapeRegex(name)}([.(+]|$)`).join(";");
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}#\s]/g, "\\$&");
}
