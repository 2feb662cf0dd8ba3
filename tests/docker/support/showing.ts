import type { SandboxProvider } from "@/evaluator/sandbox/types";

/**
 * The real provider, whose sandboxes ask the stand-in editor to show something: lines of a phase (import, run,
 * EditMode, PlayMode) and a behaviour of benchmark/sample/editor/behaviours.txt. An image that such a sandbox is kept
 * as holds nothing of the request: others run in that image.
 */
export function showing(provider: SandboxProvider, request: readonly string[]): SandboxProvider {
  return {
    kind: provider.kind,
    probe: () => provider.probe(),
    image: (name) => provider.image(name),
    reap: (labels) => provider.reap(labels),
    ...(provider.images ? { images: provider.images } : {}),
    open: (spec) => provider.open({ ...spec, env: { ...spec.env, STANDIN_SHOWS: request.join("\n") } }),
  };
}
