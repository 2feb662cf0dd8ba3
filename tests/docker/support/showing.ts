import { tarOf } from "@/evaluator/run/tar";
import type { SandboxProvider } from "@/evaluator/sandbox/types";

/**
 * The real provider, with what the stand-in editor shall show laid into every sandbox it opens: lines of a
 * phase (import, run, EditMode, PlayMode) and a behaviour of benchmark/sample/editor/behaviours.txt.
 */
export function showing(provider: SandboxProvider, request: readonly string[]): SandboxProvider {
  return {
    kind: provider.kind,
    probe: () => provider.probe(),
    image: (name) => provider.image(name),
    reap: (labels) => provider.reap(labels),
    ...(provider.images ? { images: provider.images } : {}),
    open: async (spec) => {
      const opened = await provider.open(spec);
      if (opened.status !== "open") return opened;
      const text = Buffer.from(`${request.join("\n")}\n`);
      const tar = await tarOf({ files: [{ path: "behaviour", mode: "100644", data: text }] });
      const put = await opened.session.put(tar, "/opt/unity");
      return put.status === "sandbox-failed" ? put : opened;
    },
  };
}
