import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { messageOf, sandboxFailure } from "../failure";
import { isolationNotes } from "../isolation";
import { carries, checkInstallation, containerLabels, ownLabels } from "../labels";
import type {
  ImageLookup,
  SandboxFailure,
  SandboxProbe,
  SandboxProvider,
  SandboxSession,
  SandboxSpec,
} from "../types";
import { Box } from "./box";
import { type ControlGroups, findControlGroups } from "./control-groups";
import { ApptainerHost, removeTree } from "./host";
import { type BuildOptions, type BuildResult, buildImage, type ImageSource } from "./image-build";
import { ImageStore, type StoredImage } from "./image-store";
import { ApptainerImages } from "./images";
import { Places } from "./places";
import { probeHost } from "./probe";
import { killSandbox } from "./processes";
import { readRecord, writeRecord } from "./record";
import { ApptainerSession, makeOverlay } from "./session";

export type ApptainerOptions = {
  installation: string;
  /** Images and sandboxes; on a local disk that the account of the sandboxes can enter. */
  dir: string;
  /** `PATH` of `apptainer` and its helpers. */
  searchPath?: string | undefined;
  /** For getting images: proxies, access to registries. Programs in sandboxes never see it. */
  buildEnv?: Readonly<Record<string, string | undefined>> | undefined;
  /** False leaves memory to a watchdog and other limits to whoever runs us, as without root. */
  controlGroups?: boolean | undefined;
};

/** Sandboxes as Apptainer instances: for machines where containers belong to users and no engine runs. */
export class ApptainerProvider implements SandboxProvider {
  readonly kind = "apptainer";
  readonly images: ApptainerImages;
  readonly #host: ApptainerHost;
  readonly #places: Places;
  readonly #store: ImageStore;
  readonly #installation: string;
  readonly #groups: ControlGroups | null;
  readonly #buildEnv: ApptainerOptions["buildEnv"];

  /** @throws TypeError when `installation` cannot be an id. */
  constructor(options: ApptainerOptions) {
    this.#installation = checkInstallation(options.installation);
    this.#host = new ApptainerHost({ searchPath: options.searchPath });
    this.#places = new Places(options.dir, this.#installation);
    this.#store = new ImageStore(this.#places);
    this.images = new ApptainerImages(this.#store);
    this.#buildEnv = options.buildEnv;
    this.#groups = options.controlGroups === false ? null : findControlGroups();
  }

  async probe(): Promise<SandboxProbe> {
    const found = await probeHost(this.#host, this.#places);
    if (found.status === "unusable") return { ok: false, message: found.message, mend: found.mend };
    const limited = this.#groups !== null;
    const isolation = {
      files: true,
      network: true,
      privileges: true,
      memory: true,
      processes: limited,
      cpu: limited,
      disk: true,
      kill: true,
    };
    const notes = [
      ...isolationNotes(isolation),
      "disk: by a watchdog that asks every second",
      ...(limited
        ? []
        : ["memory: by a watchdog that asks five times a second; no control groups without root"]),
      "privileges: no seccomp filter",
      "network: when it is allowed (prepare), the machine's own addresses can be reached too",
    ];
    return { ok: true, version: found.version, isolation, notes };
  }

  async image(name: string): Promise<ImageLookup | SandboxFailure> {
    const found = await this.#store.find(name);
    if (!found) return { status: "missing" };
    return { status: "found", digest: found.digest, sizeBytes: found.sizeBytes, labels: found.labels };
  }

  /** Makes an image out of a Docker archive or a registry's, unless it is here by that digest. */
  async addImage(
    name: string,
    source: ImageSource,
    options: Omit<BuildOptions, "env"> = {},
  ): Promise<BuildResult> {
    await mkdir(this.#places.images, { recursive: true });
    const built = await buildImage(this.#host, this.#store, name, source, {
      ...options,
      env: this.#buildEnv,
    });
    if (built.status === "built") await this.images.prune();
    return built;
  }

  async open(spec: SandboxSpec): Promise<{ status: "open"; session: SandboxSession } | SandboxFailure> {
    const labels = containerLabels(this.#installation, spec.labels);
    const id = randomBytes(12).toString("hex");
    try {
      const image = await this.#layOut(id, spec, labels);
      if (!image) return sandboxFailure("image-missing", `The image ${spec.image} is not here.`);
      const groups = this.#groups?.make(id, spec.limits) ?? null;
      const box = new Box(id, this.#host, this.#places.sandbox(id), image, spec, groups);
      await box.start();
      return { status: "open", session: new ApptainerSession(box, this.#store) };
    } catch (error) {
      await this.#remove(id).catch(() => {});
      const said = messageOf(error);
      const reason = /no space left|ENOSPC/i.test(said) ? "disk" : "engine";
      return sandboxFailure(reason, `Apptainer could not open a sandbox of ${spec.image}: ${said}`, error);
    }
  }

  /** Makes the folders of a sandbox; null when its image is not here. */
  async #layOut(id: string, spec: SandboxSpec, labels: Record<string, string>): Promise<StoredImage | null> {
    const image = await this.#store.find(spec.image);
    if (!image) return null;
    const places = this.#places.sandbox(id);
    await mkdir(places.home, { recursive: true, mode: 0o755 });
    // Written before anything runs, so that a leftover is always found, and the image stays.
    await writeRecord(places.record, { id, labels, images: [image.rootfs, ...image.layers] });
    if (!(await this.#store.find(spec.image))) {
      await this.#remove(id);
      return null;
    }
    await makeOverlay({ host: this.#host, places });
    await this.#host.makeFolder(places.config, 0o700);
    for (const folder of [places.tmp, places.varTmp]) await this.#host.makeFolder(folder, 0o1777);
    return image;
  }

  async reap(
    labels: Record<string, string>,
    where: (labels: Record<string, string>) => boolean = () => true,
  ): Promise<{ status: "reaped"; count: number } | SandboxFailure> {
    if (Object.keys(labels).length === 0) throw new TypeError("reap needs at least one label");
    const wanted = containerLabels(this.#installation, labels);
    let count = 0;
    try {
      for (const name of await readdir(this.#places.sandboxes).catch(() => [])) {
        const record = await readRecord(path.join(this.#places.sandboxes, name, "sandbox.json"));
        if (record?.id !== name || !carries(record.labels, wanted) || !where(ownLabels(record.labels)))
          continue;
        await this.#remove(name);
        count += 1;
      }
      return { status: "reaped", count };
    } catch (error) {
      return sandboxFailure("engine", `Leftover sandboxes could not be removed: ${messageOf(error)}`, error);
    }
  }

  async #remove(id: string): Promise<void> {
    await killSandbox(id, null);
    await this.#groups?.remove(id);
    await removeTree(this.#places.sandbox(id).home);
  }
}
