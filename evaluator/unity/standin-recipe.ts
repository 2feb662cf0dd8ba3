import { createHash } from "node:crypto";
import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";

export type RecipeFile = { path: string; data: Buffer; executable: boolean };

/** All files of the stand-in's folder, sorted by the bytes of their paths. */
export async function readRecipe(editorDir: string): Promise<RecipeFile[]> {
  const files = await filesBelow(editorDir, ".");
  return files.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

/**
 * What identifies a recipe: the SHA-256 over the lines that `sha256sum` prints for its files. `image/build.sh`
 * reckons the same, so an image built by hand is found here too.
 */
export function recipeHash(files: readonly RecipeFile[]): string {
  const lines = files.map((file) => `${sha256(file.data)}  ${file.path}\n`);
  return sha256(Buffer.from(lines.join("")));
}

async function filesBelow(root: string, folder: string): Promise<RecipeFile[]> {
  const found: RecipeFile[] = [];
  for (const name of await readdir(path.join(root, folder))) {
    const inside = `${folder}/${name}`;
    const file = path.join(root, inside);
    const info = await lstat(file);
    if (info.isDirectory()) found.push(...(await filesBelow(root, inside)));
    else if (info.isFile())
      found.push({ path: inside, data: await readFile(file), executable: (info.mode & 0o100) !== 0 });
  }
  return found;
}

function sha256(data: Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
