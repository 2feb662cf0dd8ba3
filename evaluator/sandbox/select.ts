import { ApptainerProvider } from "./apptainer/provider";
import type { DockerConnection } from "./docker/connection";
import { DockerEngine } from "./docker/engine";
import { DockerProvider } from "./docker/provider";
import { LocalProvider } from "./local/provider";
import type { SandboxProvider } from "./types";

export type SandboxOptions = {
  kind: "docker" | "apptainer" | "local";
  /** Names this installation on the machine it uses; leftovers are only ever removed within it. */
  installation: string;
  /** Which Docker engine; the system's own unless given. */
  docker?: DockerConnection;
  /** Where Apptainer's images and sandboxes are kept. */
  apptainerDir?: string | undefined;
  /** Variables with which Apptainer gets images. */
  buildEnv?: Readonly<Record<string, string | undefined>> | undefined;
  /** False: Apptainer's sandboxes are limited as without root. */
  controlGroups?: boolean | undefined;
  /** Where local sandboxes are made. */
  baseDir?: string | undefined;
  /** `PATH` of the programs of local sandboxes, and of `apptainer`. */
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
  if (options.kind === "apptainer") return apptainer(options);
  const connected = DockerEngine.connect(options.docker ?? {});
  if (connected.status === "wrong") return connected;
  return { status: "selected", provider: new DockerProvider(connected.engine, installation) };
}

function apptainer(options: SandboxOptions): SelectedSandbox {
  const { installation, apptainerDir: dir, searchPath, buildEnv, controlGroups } = options;
  if (!dir) {
    const mend = "Set SWE_GAME_BENCH_APPTAINER_DIR.";
    return { status: "wrong", message: "No folder is named for Apptainer's images.", mend };
  }
  const provider = new ApptainerProvider({ installation, dir, searchPath, buildEnv, controlGroups });
  return { status: "selected", provider };
}
