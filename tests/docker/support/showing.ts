import { tarOf } from "@/evaluator/run/tar";
import type { SandboxProvider, SandboxSession } from "@/evaluator/sandbox/types";

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
      return put.status === "sandbox-failed" ? put : { ...opened, session: withoutRequestIn(opened.session) };
    },
  };
}

/** The session, except that an image that it is kept as does not hold the request: others run in that image. */
function withoutRequestIn(session: SandboxSession): SandboxSession {
  return {
    id: session.id,
    path: (inside) => session.path(inside),
    put: (tar, dir) => session.put(tar, dir),
    remove: (paths) => session.remove(paths),
    exec: (spec) => session.exec(spec),
    read: (path, maxBytes) => session.read(path, maxBytes),
    commit: async (image, labels) => {
      const removed = await session.remove(["/opt/unity/behaviour"]);
      if (removed.status === "sandbox-failed") return removed;
      if (!session.commit) throw new Error("This provider keeps no images.");
      return await session.commit(image, labels);
    },
    close: () => session.close(),
  };
}
