import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
/** Files that answer at an address of their own name. */
const METADATA = ["robots.ts", "sitemap.ts"];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export type Method = (typeof METHODS)[number];
/** A file of the site that answers requests. `methods` are those it answers. */
export type WayIn = { file: string; methods: Method[]; others: Method[] };

/** Every page and route handler, as the file system has them, so that a new one cannot be forgotten. */
export function everyWayIn(): WayIn[] {
  const files = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => ["page.tsx", "route.ts", ...METADATA].includes(path.basename(file)))
    .sort()
    .map((file) => {
      const source = readFileSync(path.join(root, "app", file), "utf8");
      const answers = (method: Method) =>
        path.basename(file) !== "route.ts"
          ? method === "GET"
          : new RegExp(
              `^export ((async )?function ${method}|const ${method}|{[^}]*\\b${method}\\b[^}]*})`,
              "m",
            ).test(source);
      return {
        file,
        methods: METHODS.filter(answers),
        others: METHODS.filter((method) => path.basename(file) === "route.ts" && !answers(method)),
      };
    });
}

/** The address of a file below `app`, with its parameters filled in. */
export function addressOf(file: string, parameters: Readonly<Record<string, string>>): string {
  if (file === "robots.ts") return "/robots.txt";
  if (file === "sitemap.ts") return "/sitemap.xml";
  const folder = path.dirname(file);
  const filled = folder.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${file} has a parameter ${name} that this test does not know.`);
    return value;
  });
  return filled === "." ? "/" : `/${filled}`;
}

/** A server action of the built site: what it is called, and the pages that know it. */
export type BuiltAction = { id: string; name: string; pages: string[] };

/** Every server action that the build knows, by `file name`; a page that none uses is not in it. */
export function everyAction(): BuiltAction[] {
  const file = path.join(root, ".next/server/server-reference-manifest.json");
  const { node } = JSON.parse(readFileSync(file, "utf8")) as {
    node: Record<string, { workers: Record<string, unknown>; filename: string; exportedName: string }>;
  };
  return Object.entries(node).map(([id, { workers, filename, exportedName }]) => ({
    id,
    name: `${filename} ${exportedName}`,
    pages: Object.keys(workers)
      .filter((worker) => !worker.includes("_not-found"))
      .map((worker) => worker.replace(/^app\//, "")),
  }));
}

/** Every function that the files of actions export, as the file system has them. */
export function actionsInSource(): string[] {
  const files = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, "app", file), "utf8");
      if (!/^\s*"use server";/m.test(source)) return [];
      return [...source.matchAll(/^export async function (\w+)/gm)].map((match) => `app/${file} ${match[1]}`);
    })
    .sort();
}

type Sent = { headers: Record<string, string>; body: FormData };

/** The two ways in which a browser sends a form to an action: by script, and without. */
export function actionBodies(id: string, fields: Readonly<Record<string, string>>): [Sent, Sent] {
  const byScript = new FormData();
  for (const [name, value] of Object.entries(fields)) byScript.set(`1_${name}`, value);
  byScript.set("0", JSON.stringify([{ status: "idle" }, "$K1"]));
  const plain = new FormData();
  plain.set("$ACTION_REF_1", "");
  plain.set("$ACTION_1:0", JSON.stringify({ id, bound: "$@1" }));
  plain.set("$ACTION_1:1", JSON.stringify([{ status: "idle" }]));
  plain.set("$ACTION_KEY", "k1");
  for (const [name, value] of Object.entries(fields)) plain.set(name, value);
  return [
    { headers: { "Next-Action": id, Accept: "text/x-component" }, body: byScript },
    { headers: { Accept: "text/html" }, body: plain },
  ];
}
