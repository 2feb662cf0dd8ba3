import * as z from "zod";
import type { HookEdits, RepoHook, TreeFile, TreeHook } from "@/evaluator/tree/types";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { hookFile } from "@/lib/benchmark/files";

/** A repository's hook cannot be loaded, failed, or answered with something that is no edit of a tree. */
export class HookError extends Error {}

const modulePattern = /\.(ts|mts|mjs|js)$/;
const moduleSchema = z.looseObject({ default: z.custom<RepoHook>((value) => typeof value === "function") });

const pathSchema = z
  .string()
  .min(1)
  .refine(
    (path) => path.split("/").every((part) => !["", ".", "..", ".git"].includes(part.toLowerCase())),
    "must be a path inside the repository",
  );
const editsSchema: z.ZodType<HookEdits> = z.strictObject({
  write: z
    .array(
      z.strictObject({
        path: pathSchema,
        data: z.union([z.string(), z.instanceof(Uint8Array)]),
        mode: z.enum(["100644", "100755"]).optional(),
      }),
    )
    .optional(),
  delete: z.array(pathSchema).optional(),
});

/**
 * The hook of an instance's repository; undefined where it has none. The module is one file of TypeScript or
 * JavaScript that imports nothing but types and Node's own modules, so that its bytes say all it does.
 * @throws HookError that names the file
 */
export async function loadHook({
  dataset,
  instance,
  repo,
}: Pick<InstanceEntry, "dataset" | "instance" | "repo">): Promise<TreeHook | undefined> {
  const found = hookFile(dataset.dir, instance.repo, repo);
  if (found.status === "none") return undefined;
  if (found.status === "missing")
    throw new HookError(`The hook ${found.hook} of ${instance.repo} is not in ${dataset.dir}/hooks.`);
  if (!modulePattern.test(found.file))
    throw new HookError(
      `${found.file} is no TypeScript or JavaScript: hooks are written in TypeScript here.`,
    );
  return guarded(found.file, await importHook(found.file, found.data));
}

async function importHook(file: string, source: Uint8Array): Promise<RepoHook> {
  try {
    const text = new TextDecoder().decode(source);
    // Few repositories have a hook; whoever needs none does not wait for the compiler.
    const { transform } = await import("esbuild");
    const { code } = await transform(text, {
      loader: /\.m?ts$/.test(file) ? "ts" : "js",
      format: "esm",
      target: "node20",
      sourcefile: file,
    });
    const url = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
    const loaded: unknown = await import(/* webpackIgnore: true */ url);
    return moduleSchema.parse(loaded).default;
  } catch (cause) {
    const why = cause instanceof z.ZodError ? "it has no function as its default export" : textOf(cause);
    throw new HookError(`The hook ${file} cannot be loaded: ${why}`, { cause });
  }
}

/** What a hook answers is looked at before it touches a tree. */
function guarded(file: string, hook: RepoHook): TreeHook {
  return async (tree) => {
    const text = async (path: string) => {
      const data = await tree.read(path);
      return data === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(data);
    };
    let answer: unknown;
    try {
      answer = await hook({ ...tree, text });
    } catch (cause) {
      throw new HookError(`The hook ${file} failed: ${textOf(cause)}`, { cause });
    }
    const edits = editsSchema.safeParse(answer);
    if (!edits.success)
      throw new HookError(
        `The hook ${file} answered with no edits of a tree: ${z.prettifyError(edits.error)}`,
      );
    return { write: (edits.data.write ?? []).map(asFile), delete: [...(edits.data.delete ?? [])] };
  };
}

function asFile({ path, data, mode }: NonNullable<HookEdits["write"]>[number]): TreeFile {
  return { path, mode: mode ?? "100644", data: typeof data === "string" ? Buffer.from(data) : data };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
