/** Parts of an assembly definition that say that it is a test assembly, in the form of 2019.2 and later. */
const RUNNERS = new Set([
  "UnityEngine.TestRunner",
  "UnityEditor.TestRunner",
  "GUID:27619889b8ba8c24980f49ee34dbb44a",
  "GUID:0acc523941302664db1f4e527237feb3",
]);
const NUNIT = "nunit.framework.dll";
const CONSTRAINT = "UNITY_INCLUDE_TESTS";
const OLD_REFERENCES = "optionalUnityReferences";

export type FittedAsmdef = { status: "fits"; text: string } | { status: "unfit"; why: string };

/**
 * An assembly definition in a form that an editor knows. Editors before 2019.2 know a test assembly by
 * `optionalUnityReferences` alone and other assemblies by their names alone; later ones know that form too, so
 * nothing is done for them. What is not JSON stays as it is, for the editor to report.
 */
export function fitAsmdef(text: string, bucket: string): FittedAsmdef {
  const asmdef = knowsNewForm(bucket) ? null : parseObject(text);
  if (asmdef === null) return { status: "fits", text };
  const references = textsOf(asmdef.references);
  const precompiled = textsOf(asmdef.precompiledReferences);
  const constraints = textsOf(asmdef.defineConstraints);
  const others = references.filter((name) => !RUNNERS.has(name));
  const numbered = others.find((name) => name.startsWith("GUID:"));
  if (numbered)
    return {
      status: "unfit",
      why: `refers to ${numbered}, and Unity ${bucket} knows assemblies by name alone`,
    };
  const isTest =
    others.length < references.length || constraints.includes(CONSTRAINT) || precompiled.includes(NUNIT);
  if (!isTest) return { status: "fits", text };
  const dlls = precompiled.filter((name) => name !== NUNIT);
  const fitted = {
    ...asmdef,
    references: others,
    [OLD_REFERENCES]: ["TestAssemblies"],
    precompiledReferences: dlls,
    overrideReferences: dlls.length > 0,
    defineConstraints: constraints.filter((name) => name !== CONSTRAINT),
  };
  return { status: "fits", text: `${JSON.stringify(fitted, null, 2)}\n` };
}

/** Assemblies without a definition of their own: definitions cannot refer to them. */
export function isPredefinedAssembly(name: string): boolean {
  return /^Assembly-CSharp(-Editor)?(-firstpass)?$/.test(name);
}

function knowsNewForm(bucket: string): boolean {
  const [year = 0, release = 0] = bucket.split(".").map(Number);
  return year > 2019 || (year === 2019 && release >= 2);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
  } catch {
    return null;
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
