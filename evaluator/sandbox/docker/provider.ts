import { randomBytes } from "node:crypto";
import type Docker from "dockerode";
import { messageOf, sandboxFailure } from "../failure";
import { FULL_ISOLATION, isolationNotes } from "../isolation";
import {
  carries,
  checkInstallation,
  containerLabels,
  containerName,
  labelFilters,
  ownLabels,
} from "../labels";
import type {
  ImageLookup,
  SandboxFailure,
  SandboxProbe,
  SandboxProvider,
  SandboxSession,
  SandboxSpec,
} from "../types";
import { SandboxContainer } from "./container";
import { containerOptions } from "./container-options";
import { ContainerWatch } from "./container-watch";
import { bounded, type DockerEngine, type EngineInfo, statusOf } from "./engine";
import { DockerImages } from "./images";
import { DockerSession, removeByName, removeContainer } from "./session";

const QUOTA_DRIVERS = new Set(["btrfs", "zfs", "devicemapper", "windowsfilter"]);

/** Sandboxes as containers of one Docker engine, local or remote: files travel as streams, nothing is mounted. */
export class DockerProvider implements SandboxProvider {
  readonly kind = "docker";
  readonly images: DockerImages;
  readonly #engine: DockerEngine;
  readonly #installation: string;
  /** Whether the engine takes a disk quota; unknown until the first container is made where it might. */
  #quota: boolean | "unknown" = "unknown";

  /** @throws TypeError when `installation` cannot be an id. */
  constructor(engine: DockerEngine, installation: string) {
    this.#engine = engine;
    this.images = new DockerImages(engine);
    this.#installation = checkInstallation(installation);
  }

  async probe(): Promise<SandboxProbe> {
    try {
      const info = await this.#engine.info();
      if (info.os !== "linux") {
        const message = `The Docker engine at ${this.#engine.where} runs ${info.os} containers.`;
        return { ok: false, message, mend: "Switch it to Linux containers." };
      }
      const isolation = {
        ...FULL_ISOLATION,
        memory: info.memoryLimit,
        processes: info.pidsLimit,
        cpu: info.cpuQuota,
      };
      const notes = [...isolationNotes(isolation), ...this.#engineNotes(info)];
      return { ok: true, version: info.version, isolation, notes };
    } catch (error) {
      return {
        ok: false,
        message: `No Docker engine answers at ${this.#engine.where}: ${messageOf(error)}`,
        mend: "Start Docker, or point DOCKER_HOST or the Docker context at an engine that runs.",
      };
    }
  }

  #engineNotes(info: EngineInfo): string[] {
    const disk = this.#mayHaveQuota(info)
      ? "disk: by a quota of the storage driver where it takes one, and by a watchdog every second"
      : `disk: by a watchdog that asks every second; ${info.driver} on ${info.backingFilesystem || "its file system"} takes no quota`;
    const files =
      info.driver === "overlay2" && info.nativeDiff ? [] : ["disk: the number of files is not watched"];
    const swap = info.swapLimit ? [] : ["memory: this kernel cannot limit swap"];
    const seccomp = info.seccomp ? [] : ["privileges: the engine has no seccomp filter"];
    return [disk, ...files, ...swap, ...seccomp];
  }

  async image(name: string): Promise<ImageLookup | SandboxFailure> {
    try {
      const image = await this.#engine.docker.getImage(name).inspect();
      return { status: "found", digest: image.Id, sizeBytes: image.Size, labels: image.Config.Labels ?? {} };
    } catch (error) {
      return statusOf(error) === 404 ? { status: "missing" } : this.#engine.failure(`look up ${name}`, error);
    }
  }

  async open(spec: SandboxSpec): Promise<{ status: "open"; session: SandboxSession } | SandboxFailure> {
    const labels = containerLabels(this.#installation, spec.labels);
    const name = containerName(spec.labels, randomBytes(6).toString("hex"));
    try {
      const refusal = await this.#refuseVolumes(spec.image);
      if (refusal) return refusal;
      const { handle, quota } = await this.#create(spec, name, labels);
      const watch = await ContainerWatch.begin(this.#engine, handle.id);
      const { limits, env = {} } = spec;
      const container = new SandboxContainer({ engine: this.#engine, handle, watch, limits, env, quota });
      await handle.start(bounded("start", {})).catch((error: unknown) => {
        watch.close();
        throw error;
      });
      return { status: "open", session: new DockerSession(container, labels) };
    } catch (error) {
      await removeByName(this.#engine, name);
      return this.#engine.failure(`open a sandbox of ${spec.image}`, error);
    }
  }

  /** Files on a volume are neither counted nor kept in a warm image. */
  async #refuseVolumes(name: string): Promise<SandboxFailure | null> {
    const image = await this.#engine.docker.getImage(name).inspect();
    const volumes = Object.keys(image.Config.Volumes ?? {});
    if (volumes.length === 0) return null;
    const message = `The image ${name} declares volumes (${volumes.join(", ")}), which escape the disk limit. Build it without VOLUME.`;
    return sandboxFailure("limits", message);
  }

  async #create(
    spec: SandboxSpec,
    name: string,
    labels: Record<string, string>,
  ): Promise<{ handle: Docker.Container; quota: boolean }> {
    const info = await this.#engine.info();
    const quota = this.#quota === "unknown" ? this.#mayHaveQuota(info) : this.#quota;
    const make = (withQuota: boolean) =>
      this.#engine.docker.createContainer(
        bounded("start", containerOptions(spec, { name, labels, maxCpus: info.cpus, quota: withQuota })),
      );
    if (!quota) return { handle: await make(false), quota };
    try {
      const handle = await make(true);
      this.#quota = true;
      return { handle, quota };
    } catch (error) {
      if (!/storage-opt|storage opt|quota/i.test(messageOf(error))) throw error;
      this.#quota = false;
      return { handle: await make(false), quota: false };
    }
  }

  #mayHaveQuota(info: EngineInfo): boolean {
    if (this.#quota !== "unknown") return this.#quota;
    return QUOTA_DRIVERS.has(info.driver) || (info.driver === "overlay2" && info.backingFilesystem === "xfs");
  }

  async reap(
    labels: Record<string, string>,
    where: (labels: Record<string, string>) => boolean = () => true,
  ): Promise<{ status: "reaped"; count: number } | SandboxFailure> {
    if (Object.keys(labels).length === 0) throw new TypeError("reap needs at least one label");
    const wanted = containerLabels(this.#installation, labels);
    try {
      const found = await this.#engine.docker.listContainers(
        bounded("quick", { all: true, filters: { label: labelFilters(wanted) } }),
      );
      const own = found.filter(({ Labels }) => carries(Labels, wanted) && where(ownLabels(Labels)));
      const removed = await Promise.all(
        own.map((container) => removeContainer(this.#engine.docker.getContainer(container.Id))),
      );
      return { status: "reaped", count: removed.filter(Boolean).length };
    } catch (error) {
      return this.#engine.failure("remove leftover sandboxes", error);
    }
  }
}
