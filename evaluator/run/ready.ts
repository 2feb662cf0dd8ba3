import type { EvaluatorDeps } from "@/evaluator/evaluate-types";
import { unsupportedEditor } from "@/evaluator/unity/editor-version";
import { type EditorImage, editorImageName, findEditorImage } from "@/evaluator/unity/images";
import { findLicence, type Licence, licencePlace } from "@/evaluator/unity/licence";
import { type EditorKind, editorKind, type RunLimits, runLimits } from "@/evaluator/unity/limits";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { sandboxInfra } from "./open";
import { type InfraFailure, infra } from "./types";

/** What an instance needs beside its trees, found and checked before anything is started. */
export type Ready = {
  status: "ready";
  kind: EditorKind;
  editor: EditorImage;
  licence: Licence;
  limits: RunLimits;
};

export async function ready(
  deps: Pick<EvaluatorDeps, "sandbox" | "settings">,
  { instance, repo }: Pick<InstanceEntry, "instance" | "repo">,
): Promise<Ready | InfraFailure> {
  const unsupported = unsupportedEditor(instance.unity_bucket);
  if (unsupported) return infra("dataset", unsupported, "Correct unity_bucket of the instance.");
  const kind = editorKind(repo);
  const licence = findLicence(licencePlace(kind, deps.settings));
  if (licence.status !== "found") return infra("licence", licence.message, licence.mend);
  const editor = await findEditorImage(
    deps.sandbox,
    editorImageName(repo, instance.unity_bucket, deps.settings),
  );
  if (editor.status === "sandbox-failed") return sandboxInfra(editor);
  if (editor.status === "image-missing") return infra("image", editor.message, editor.mend);
  return { status: "ready", kind, editor, licence, limits: runLimits(instance, repo, deps.settings) };
}
