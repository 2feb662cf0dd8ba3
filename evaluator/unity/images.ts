import type { SandboxFailure, SandboxProvider } from "@/evaluator/sandbox/types";
import type { Config } from "@/lib/config";
import type { Repo } from "@/lib/domain/instance";

export type EditorImage = { status: "found"; name: string; digest: string; sizeBytes: number };
export type EditorImageMissing = { status: "image-missing"; name: string; message: string; mend: string };

/** The image name of an editor: the repository's image for this version, its template, or the configured one. */
export function editorImageName(repo: Repo, bucket: string, settings: Pick<Config, "editorImage">): string {
  return (repo.editor_images?.[bucket] ?? repo.editor_image ?? settings.editorImage).replaceAll(
    "{bucket}",
    bucket,
  );
}

/** Finds the editor image on the sandbox's host; it is never pulled from here. */
export async function findEditorImage(
  provider: Pick<SandboxProvider, "image">,
  name: string,
): Promise<EditorImage | EditorImageMissing | SandboxFailure> {
  const found = await provider.image(name);
  if (found.status === "sandbox-failed") return found;
  if (found.status === "found")
    return { status: "found", name, digest: found.digest, sizeBytes: found.sizeBytes };
  return {
    status: "image-missing",
    name,
    message: `The editor image ${name} is not on this machine.`,
    mend: "Run swe-game-bench prepare for the instance.",
  };
}
