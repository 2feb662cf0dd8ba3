import type { TreeEdit } from "@/evaluator/tree/edit";
import type { ObjectSource } from "@/evaluator/tree/quarantine";
import { toBytes } from "@/evaluator/tree/tree-object";
import type { TreeFile } from "@/evaluator/tree/types";

const TOKEN = "__MAIN_ASMDEF__";

export type ResolvedTests =
  | { status: "resolved"; files: TreeFile[] }
  | { status: "unresolved"; message: string };

/** The hidden tests as tree files, with the token for the main assembly resolved in assembly definitions. */
export function resolveHiddenTests(
  files: readonly { path: string; data: Uint8Array }[],
  mainAsmdef: string | undefined,
): ResolvedTests {
  const resolved: TreeFile[] = [];
  for (const { path, data } of files) {
    const usesToken = /\.(asmdef|asmref)$/i.test(path) && Buffer.from(data).includes(TOKEN);
    if (usesToken && mainAsmdef === undefined) {
      const message = `${path} refers to ${TOKEN}, but neither the instance nor its repository has main_asmdef.`;
      return { status: "unresolved", message };
    }
    const text = usesToken
      ? Buffer.from(replaceBytes(data, TOKEN, JSON.stringify(mainAsmdef).slice(1, -1)))
      : data;
    resolved.push({ path, mode: "100644", data: text });
  }
  return { status: "resolved", files: resolved };
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
