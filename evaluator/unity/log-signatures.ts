/** One line of an editor's log that explains how a run ended. */
export type LineSignature = {
  kind: "licence" | "packages" | "project-locked" | "crash" | "disk";
  pattern: RegExp;
  /** Where the line counts: before code of the project can run, or anywhere. */
  where: "start-up" | "anywhere";
};

/**
 * Lines known from public reports of headless editors (docs/unity.md names what each means). Those that
 * would excuse a run count only before the project's own code runs, which could print them too.
 */
export const LINE_SIGNATURES: readonly LineSignature[] = [
  { kind: "licence", where: "start-up", pattern: /Machine identification is invalid for current license/ },
  { kind: "licence", where: "start-up", pattern: /Current license is invalid and cannot be activated/ },
  { kind: "licence", where: "start-up", pattern: /License XML document is null|DOMDocument is NULL/ },
  { kind: "licence", where: "start-up", pattern: /No ULF license found/ },
  { kind: "licence", where: "start-up", pattern: /No license activation found for this computer/ },
  { kind: "licence", where: "start-up", pattern: /No valid (Unity Editor )?license (file )?found/ },
  { kind: "licence", where: "start-up", pattern: /has not been activated with a valid License/ },
  { kind: "licence", where: "start-up", pattern: /digital signature is invalid/ },
  { kind: "licence", where: "start-up", pattern: /Code 20113|Failed to activate\/update license/ },
  { kind: "licence", where: "start-up", pattern: /IPC channel to LicensingClient doesn't exist/ },
  { kind: "licence", where: "start-up", pattern: /waiting for channel "LicenseClient-/ },
  { kind: "packages", where: "start-up", pattern: /An error occurred while resolving packages/ },
  { kind: "packages", where: "start-up", pattern: /Project has invalid dependencies/ },
  { kind: "packages", where: "start-up", pattern: /Cannot connect to '[^']*' \(error code: \w+\)/ },
  { kind: "packages", where: "start-up", pattern: /No 'git' executable was found/ },
  { kind: "packages", where: "start-up", pattern: /No packages loaded/ },
  {
    kind: "project-locked",
    where: "start-up",
    pattern: /another Unity instance is running with this project open/,
  },
  { kind: "disk", where: "anywhere", pattern: /No space left on device|\bENOSPC\b|Disk full/i },
  { kind: "crash", where: "anywhere", pattern: /Caught fatal signal - signo:\d+/ },
  { kind: "crash", where: "anywhere", pattern: /Native Crash Reporting/ },
  { kind: "crash", where: "anywhere", pattern: /Obtained \d+ stack frames/ },
  { kind: "crash", where: "anywhere", pattern: /^Stack overflow(:|$)/ },
  { kind: "crash", where: "anywhere", pattern: /Got a SIG[A-Z]+ while executing native code/ },
];

/** The licence is good; earlier complaints (a machine binding, say) were tolerated. */
export const LICENCE_ACCEPTED = /Next license update check is after|already valid and activated/;

/** From here on code of the project under test may run and print whatever it likes. */
export const PROJECT_CODE_RUNS =
  /^- Finished script compilation|^- Finished compile Library\/ScriptAssemblies|^\*\*\* Tundra build success|^Running tests for /;

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
