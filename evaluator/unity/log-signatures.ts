/** One line of an editor's log that explains how a run ended. */
export type LineSignature = {
  kind: "licence" | "packages" | "project-locked" | "crash" | "disk" | "unsaved";
  pattern: RegExp;
  /** In words, as a clause that can stand in brackets. */
  means: string;
};

const licence = (pattern: RegExp, means: string): LineSignature => ({ kind: "licence", pattern, means });
const packages = (pattern: RegExp, means: string): LineSignature => ({ kind: "packages", pattern, means });
const crash = (pattern: RegExp, means: string): LineSignature => ({ kind: "crash", pattern, means });

/** Kinds that count only before the project's own code runs, which could print such lines too. */
export const START_UP_KINDS: ReadonlySet<LineSignature["kind"]> = new Set([
  "licence",
  "packages",
  "project-locked",
]);

/** Lines known from public reports of headless editors (docs/unity.md). */
export const LINE_SIGNATURES: readonly LineSignature[] = [
  licence(/Machine identification is invalid for current license/, "it was made for another machine"),
  licence(/Current license is invalid and cannot be activated/, "it was made for another machine"),
  licence(/License XML document is null|DOMDocument is NULL/, "the file is empty or no licence"),
  licence(/No ULF license found/, "no licence was found"),
  licence(/No license activation found for this computer/, "no licence was found"),
  licence(/No valid (Unity Editor )?license (file )?found/, "no licence was found"),
  licence(/has not been activated with a valid License/, "no licence was found"),
  licence(/digital signature is invalid/, "the file was changed after it was made"),
  licence(/Code 20113/, "it has expired"),
  licence(/Failed to activate\/update license.*Timeout/, "the licence server was not reached"),
  licence(/Failed to activate\/update license/, "it could not be activated"),
  licence(/IPC channel to LicensingClient doesn't exist/, "the licensing client did not start"),
  licence(/waiting for channel "LicenseClient-/, "the licensing client did not answer"),
  packages(/Cannot connect to '[^']*' \(error code: \w+\)/, "the package registry was not reached"),
  packages(/No 'git' executable was found/, "the image has no git"),
  packages(/No packages loaded/, "the package manager could not write"),
  packages(/An error occurred while resolving packages/, "a package was not found"),
  packages(/Project has invalid dependencies/, "a package was not found"),
  {
    kind: "project-locked",
    pattern: /another Unity instance is running with this project open/,
    means: "one project, one editor",
  },
  { kind: "disk", pattern: /No space left on device|\bENOSPC\b|Disk full/i, means: "no space was left" },
  { kind: "unsaved", pattern: /^Saving result file failed/, means: "the results were not written" },
  crash(/Caught fatal signal - signo:\d+/, "a fatal signal"),
  crash(/Native Crash Reporting/, "the runtime's crash report"),
  crash(/Obtained \d+ stack frames/, "a native stack trace"),
  crash(/^Stack overflow(:|$)/, "endless recursion"),
  crash(/Got a SIG[A-Z]+ while executing native code/, "a fatal signal"),
];

/** The licence is good; earlier complaints (a machine binding, say) were tolerated. */
export const LICENCE_ACCEPTED = /Next license update check is after|already valid and activated/;

/** From here on code of the project under test may run and print whatever it likes. */
export const PROJECT_CODE_RUNS =
  /^- Finished script compilation|^- Finished compile Library\/ScriptAssemblies|^\*\*\* Tundra build success|^Running tests for /;

/** All scripts are compiled: none of them is to blame for a later complaint about compiling. */
export const ALL_COMPILED = /^- Finished script compilation|^\*\*\* Tundra build success|^Running tests for /;

export const COMPILE_ERROR = /^(.+?)\((\d+),(\d+)\): error ([A-Z]{2,}\d+): (.*)$/;

/** The editor gave up because of the scripts. Without one of these, errors were mended by a later pass. */
export const COMPILE_FAILED = /Scripts have compiler errors|Scripts had compilation errors/;

/** Definitions that collide: the editor names the file and compiles nothing. */
export const ASSEMBLY_CONFLICT =
  /Assembly with name '[^']*' already exists|Folder '[^']*' contains multiple assembly definition files/;

/** The compiler itself died, or a package that nobody may change does not compile. */
export const COMPILER_DIED = /CompilerOutput.*exitcode: 1(36|39)\b/;
export const PACKAGE_CACHE = /(^|\/)Library\/PackageCache\//;

export const RESULTS_SAVED = /^Saving results to: (.*)$/;
