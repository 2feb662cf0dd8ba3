import { fitAsmdef, isPredefinedAssembly } from "@/evaluator/tree/asmdef";
import type { TreeEdit } from "@/evaluator/tree/edit";
import type { ObjectSource } from "@/evaluator/tree/quarantine";
import { toBytes } from "@/evaluator/tree/tree-object";
import type { TreeFile } from "@/evaluator/tree/types";
import type { Instance, Repo } from "@/lib/domain/instance";

const TOKEN = "__MAIN_ASMDEF__";

export type ResolvedTests =
  | { status: "resolved"; files: TreeFile[] }
  | { status: "unresolved"; message: string };

/** @property bucket the editor that the tests run in: assembly definitions are written in a form it knows */
export type Surroundings = { mainAsmdef: string | undefined; bucket: string };

export function surroundingsOf(
  instance: Pick<Instance, "main_asmdef" | "unity_bucket">,
  repo: Pick<Repo, "main_asmdef">,
): Surroundings {
  return { mainAsmdef: instance.main_asmdef ?? repo.main_asmdef, bucket: instance.unity_bucket };
}

/** The hidden tests as tree files, with the token for the main assembly resolved in assembly definitions. */
export function resolveHiddenTests(
  files: readonly { path: string; data: Uint8Array }[],
  surroundings: Surroundings,
): ResolvedTests {
  const resolved: TreeFile[] = [];
  for (const { path, data } of files) {
    const isDefinition = /\.(asmdef|asmref)$/i.test(path);
    const result = isDefinition ? resolveDefinition(data, surroundings) : data;
    if (typeof result === "string") return { status: "unresolved", message: `${path} ${result}.` };
    resolved.push({ path, mode: "100644", data: result });
  }
  return { status: "resolved", files: resolved };
}

/** The bytes of an assembly definition, or what is wrong with it. */
function resolveDefinition(data: Uint8Array, { mainAsmdef, bucket }: Surroundings): Uint8Array | string {
  const usesToken = Buffer.from(data).includes(TOKEN);
  if (usesToken && mainAsmdef === undefined)
    return `refers to ${TOKEN}, but neither the instance nor its repository has main_asmdef`;
  if (usesToken && mainAsmdef !== undefined && isPredefinedAssembly(mainAsmdef))
    return `refers to ${TOKEN}, but no definition can refer to ${mainAsmdef}: lay the tests into a folder named Editor, without one`;
  const named = usesToken ? replaceBytes(data, TOKEN, JSON.stringify(mainAsmdef).slice(1, -1)) : data;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(named);
  const fitted = fitAsmdef(text, bucket);
  if (fitted.status === "unfit") return fitted.why;
  return fitted.text === text ? named : Buffer.from(fitted.text);
}

/** Replaces text in bytes of any encoding that keeps ASCII. */
export function replaceBytes(data: Uint8Array, find: string, replacement: string): Buffer {
  const bytes = Buffer.from(data).toString("latin1");
  return Buffer.from(
    bytes.replaceAll(toBytes(find), () => toBytes(replacement)),
    "latin1",
  );
}

/** Edits that lay files into a tree. */
export function layFiles(files: readonly TreeFile[], objects: Pick<ObjectSource, "put">): TreeEdit[] {
  return files.map((file) => ({
    path: toBytes(file.path),
    entry: { mode: file.mode, id: objects.put("blob", file.data) },
  }));
}
