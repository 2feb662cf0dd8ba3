import type { DockerConnection } from "./docker/connection";
import { DockerEngine } from "./docker/engine";
import { DockerProvider } from "./docker/provider";
import { LocalProvider } from "./local/provider";
import type { SandboxProvider } from "./types";

export type SandboxOptions = {
  kind: "docker" | "local";
  /** Names this installation on the machine it uses; leftovers are only ever removed within it. */
  installation: string;
  /** Which Docker engine; the system's own unless given. */
  docker?: DockerConnection;
  /** Where local sandboxes are made. */
  baseDir?: string | undefined;
  /** `PATH` of the programs of local sandboxes. */
  searchPath?: string | undefined;
};

export type SelectedSandbox =
  | { status: "selected"; provider: SandboxProvider }
  | { status: "wrong"; message: string; mend: string };

/** The provider that the options name. Nothing is asked yet: whether it works is told by its `probe`. */
export function selectSandbox(options: SandboxOptions): SelectedSandbox {
  const { installation, baseDir, searchPath } = options;
  if (options.kind === "local") {
    const provider = new LocalProvider({
      installation,
      ...(baseDir ? { baseDir } : {}),
      ...(searchPath ? { searchPath } : {}),
    });
    return { status: "selected", provider };
  }
  const connected = DockerEngine.connect(options.docker ?? {});
  if (connected.status === "wrong") return connected;
  return { status: "selected", provider: new DockerProvider(connected.engine, installation) };
}
