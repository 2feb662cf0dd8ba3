import type Docker from "dockerode";
import { buildFromDebian, buildFromDockerfile, canBuildFromDebian, errorText } from "./standin-build";
import { type RecipeFile, readRecipe, recipeHash } from "./standin-recipe";

export const STANDIN_IMAGE = "swe-game-bench/standin-editor";
export const STANDIN_LABEL = "org.swe-game-bench.standin";
export const RECIPE_LABEL = "org.swe-game-bench.recipe";

export type StandinImage = { bucket: string; name: string; digest: string; built: boolean };
export type StandinImages =
  | { status: "ready"; images: StandinImage[] }
  | { status: "failed"; message: string; mend: string; cause?: unknown };

export type StandinRequest = {
  docker: Docker;
  /** Editor versions: one tag each. */
  buckets: readonly string[];
  /** The folder of the recipe: `benchmark/sample/editor`. */
  editorDir: string;
  /** Progress, a line at a time. */
  onLine?: (line: string) => void;
  signal?: AbortSignal;
};

/** Finds the stand-in images of this very recipe, and builds those that are missing or of another recipe. */
export async function ensureStandinImages(request: StandinRequest): Promise<StandinImages> {
  const buckets = [...new Set(request.buckets)];
  const bad = buckets.find((bucket) => !/^\d+\.\d+\.\d+[abfp]\d+$/.test(bucket));
  if (bad !== undefined)
    return failed(`"${bad}" is not an editor version.`, "Write it as the project does, such as 2019.4.36f1.");
  try {
    const files = await readRecipe(request.editorDir);
    const recipe = recipeHash(files);
    const before = await lookUp(request.docker, buckets, recipe);
    const missing = buckets.filter((bucket) => !before.has(bucket));
    if (missing.length > 0) {
      const problem = await build(request, missing, files, recipe);
      if (problem) return problem;
    }
    const after = missing.length > 0 ? await lookUp(request.docker, buckets, recipe) : before;
    const lost = buckets.find((bucket) => !after.has(bucket));
    if (lost !== undefined)
      return failed(`The image for ${lost} was built but is not there.`, "Run it again.");
    const built = new Set(missing);
    return {
      status: "ready",
      images: buckets.map((bucket) => ({
        bucket,
        name: `${STANDIN_IMAGE}:${bucket}`,
        digest: after.get(bucket) ?? "",
        built: built.has(bucket),
      })),
    };
  } catch (cause) {
    return failed(
      `The stand-in editor image cannot be made ready: ${errorText(cause)}`,
      "Check that Docker answers (docker info) and that benchmark/sample/editor is complete.",
      cause,
    );
  }
}

/** The images of this recipe that the engine has, by bucket. */
async function lookUp(
  docker: Docker,
  buckets: readonly string[],
  recipe: string,
): Promise<Map<string, string>> {
  const images = await docker.listImages({ filters: { label: [`${RECIPE_LABEL}=${recipe}`] } });
  const found = new Map<string, string>();
  for (const bucket of buckets) {
    const image = images.find((candidate) => candidate.RepoTags?.includes(`${STANDIN_IMAGE}:${bucket}`));
    if (image) found.set(bucket, image.Id);
  }
  return found;
}

/** Debian packages first, where that is possible: it needs no registry. Then the Dockerfile. */
async function build(
  request: StandinRequest,
  buckets: readonly string[],
  files: readonly RecipeFile[],
  recipe: string,
): Promise<StandinImages | null> {
  const onLine = request.onLine ?? (() => {});
  const tries: { way: string; run: () => Promise<void> }[] = [
    {
      way: "the Dockerfile",
      run: () => buildFromDockerfile({ ...request, onLine, image: STANDIN_IMAGE, buckets, files, recipe }),
    },
  ];
  if (await canBuildFromDebian())
    tries.unshift({
      way: "Debian packages",
      run: () => buildFromDebian({ ...request, onLine, image: STANDIN_IMAGE, buckets }),
    });
  const errors: { way: string; error: unknown }[] = [];
  for (const { way, run } of tries) {
    try {
      await run();
      return null;
    } catch (error) {
      if (request.signal?.aborted)
        return failed("Building the stand-in editor image was stopped.", "Run it again.", error);
      errors.push({ way, error });
      onLine(`Building from ${way} failed: ${errorText(error)}`);
    }
  }
  return failed(
    `The stand-in editor image could not be built. ${errors.map((e) => `From ${e.way}: ${errorText(e.error)}`).join(" ")}`,
    "It needs either root on Debian with its package mirrors in reach, or a Docker engine that can pull debian:bookworm-slim.",
    errors.map((e) => e.error),
  );
}

function failed(message: string, mend: string, cause?: unknown): StandinImages {
  return { status: "failed", message, mend, ...(cause === undefined ? {} : { cause }) };
}
