import { stringify } from "yaml";
import { editorImageName } from "@/evaluator/unity/images";
import type { Dataset } from "@/lib/benchmark/dataset";
import type { Config } from "@/lib/config";

/** One standing editor container: a repository in one of its buckets. */
export type EditorService = {
  name: string;
  container: string;
  /** The image that the service builds, and the editor image it builds on. */
  image: string;
  editorImage: string;
  standIn: boolean;
};

const DEFAULT_NAME = "swe-game-bench/editor-shell";
const LICENCE_FILE = "/root/.local/share/unity3d/Unity/Unity_lic.ulf";
const HEAD = `Made by \`swe-game-bench docker generate\` from repos.yaml: change that and generate again.
One standing container a repository and editor, to look around in:
  docker compose -f compose.generated.yml up -d SERVICE
  swe-game-bench docker shell --repo KEY --bucket EDITOR
Evaluations need none of these: they run in throw-away containers of the editor image itself.`;

/** The name of the standing container of a repository's bucket. */
export function containerName(repoKey: string, bucket: string): string {
  return `swe-game-bench-${repoKey}-${bucket}`;
}

/** Every repository in each of its buckets, in the order of repos.yaml. */
export function editorServices(dataset: Dataset, settings: Pick<Config, "editorImage">): EditorService[] {
  return [...dataset.repos].flatMap(([key, repo]) =>
    [...new Set(repo.unity_buckets)].map((bucket) => ({
      name: `${key}-${bucket}`,
      container: containerName(key, bucket),
      image: `${repo.editor_image === undefined ? DEFAULT_NAME : `${DEFAULT_NAME}-${key}`}:${bucket}`,
      editorImage: editorImageName(repo, bucket, settings),
      standIn: repo.standin,
    })),
  );
}

/** The compose file as text: the same for the same repos.yaml, on every machine. */
export function composeFile(services: readonly EditorService[]): string {
  const document = {
    name: "swe-game-bench",
    services: Object.fromEntries(services.map((service) => [service.name, composeService(service)])),
  };
  const head = HEAD.replaceAll(/^/gm, "# ");
  return `${head}\n${stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

function composeService(service: EditorService): Record<string, unknown> {
  return {
    image: service.image,
    build: { context: ".", args: { EDITOR_IMAGE: service.editorImage } },
    container_name: service.container,
    // The editor is started through xvfb-run, which hangs as the first process of a container.
    init: true,
    command: ["sleep", "infinity"],
    ...(service.standIn
      ? {}
      : { volumes: [`\${LICENSE_PATH:-../../unity_license_data}/Unity_lic.ulf:${LICENCE_FILE}:ro`] }),
  };
}
