import type { ContainerCreateOptions } from "dockerode";
import type { SandboxSpec } from "../types";

const OPEN_FILES = 16_384;

/**
 * A container that does nothing by itself: its main process sleeps under an init that reaps orphans, and
 * work comes by exec. Killing it therefore ends every process of the sandbox at once.
 */
export function containerOptions(
  spec: SandboxSpec,
  own: { name: string; labels: Record<string, string>; maxCpus: number; quota: boolean },
): ContainerCreateOptions {
  const { memoryBytes, cpus, processes, diskBytes } = spec.limits;
  const ulimit = (name: string, value: number) => ({ Name: name, Soft: value, Hard: value });
  return {
    name: own.name,
    Image: spec.image,
    Labels: own.labels,
    Entrypoint: ["sleep", "2147483647"],
    Cmd: [],
    Healthcheck: { Test: ["NONE"] },
    NetworkDisabled: spec.network === "none",
    HostConfig: {
      Init: true,
      NetworkMode: spec.network === "none" ? "none" : "bridge",
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
      // Equal values leave no swap.
      Memory: memoryBytes,
      MemorySwap: memoryBytes,
      NanoCpus: Math.round(Math.min(cpus, own.maxCpus) * 1e9),
      PidsLimit: processes,
      Ulimits: [ulimit("fsize", diskBytes), ulimit("nofile", OPEN_FILES), ulimit("core", 0)],
      ...(own.quota ? { StorageOpt: { size: String(diskBytes) } } : {}),
      // Whatever a program prints goes to us alone and never into a log file of the engine.
      LogConfig: { Type: "none", Config: {} },
      RestartPolicy: { Name: "no" },
      AutoRemove: false,
    },
  };
}
