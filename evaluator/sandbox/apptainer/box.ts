import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { ExecEnd, SandboxLimits, SandboxSpec } from "../types";
import type { SandboxGroups } from "./control-groups";
import type { ApptainerHost } from "./host";
import type { StoredImage } from "./image-store";
import type { SandboxPlaces } from "./places";
import { identify, isLiving, killSandbox, type ProcessId } from "./processes";

/** Without any of these a container would share something with the machine. */
const ALONE = [
  // Root inside is our account outside, whatever /etc/subuid says.
  "--fakeroot",
  "--ignore-subuid",
  "--ignore-fakeroot-command",
  "--containall",
  "--no-home",
  // Nothing of the machine, and no small tmpfs on /tmp; also what the site's own settings would bind.
  "--no-mount",
  "home,tmp,cwd,hostfs,bind-paths",
  "--no-privs",
  "--hostname",
  "sandbox",
];
const START_MS = 120_000;
const instanceSchema = z.object({ pid: z.number().int().positive() });

/** Where a command runs. */
export type Target =
  /** In the sandbox. */
  | "sandbox"
  /** In a container of its own on the files of the sandbox; only while that is dead. */
  | "remains"
  /** In a container of its own on the untouched image; of the sandbox it sees `/var/tmp`, and changes nothing. */
  | "aside";

/** What the parts of an Apptainer sandbox share: its container, its limits and whether it still lives. */
export class Box {
  readonly limits: SandboxLimits;
  /** The end that killed the sandbox; every later command answers with it. */
  ended: ExecEnd | null = null;
  #init: ProcessId | null = null;
  #starting: Promise<void> | null = null;

  constructor(
    readonly id: string,
    readonly host: ApptainerHost,
    readonly places: SandboxPlaces,
    public image: StoredImage,
    readonly spec: SandboxSpec,
    readonly groups: SandboxGroups | null,
  ) {
    this.limits = spec.limits;
  }

  get instance(): string {
    return `sgb-${this.id}`;
  }

  get alive(): boolean {
    return this.#init !== null && isLiving(this.#init);
  }

  /** The first process of the sandbox, as this machine counts. */
  get init(): number | null {
    return this.#init?.pid ?? null;
  }

  /** What is started for the sandbox joins its groups; a single file may be as long as the whole limit. */
  get startOptions() {
    return {
      config: this.places.config,
      groups: this.groups?.join ?? [],
      fileBytes: this.limits.diskBytes,
    };
  }

  /** Starts the container, once however many ask for it. @throws with what Apptainer says. */
  async start(): Promise<void> {
    this.#starting ??= this.#start();
    await this.#starting;
  }

  async #start(): Promise<void> {
    const argv = ["instance", "start", ...this.#isolation("sandbox"), this.image.rootfsDir, this.instance];
    const started = await this.host.run(["apptainer", "--silent", ...argv], {
      ...this.startOptions,
      timeoutMs: START_MS,
    });
    if (started.code !== 0) throw new Error(started.stderr || `apptainer ended with ${started.code}`);
    this.#init = identify(await this.#readInit());
    if (!this.#init) throw new Error("the container ended as soon as it was started");
  }

  /** Apptainer writes down the first process of an instance, in a folder named after machine and account. */
  async #readInit(): Promise<number> {
    const folder = path.join(this.places.config, "instances", "app");
    const files = await readdir(folder, { recursive: true });
    const file = files.find((name) => path.basename(name) === `${this.instance}.json`);
    if (!file) throw new Error("Apptainer has no record of the instance it started");
    return instanceSchema.parse(JSON.parse(await readFile(path.join(folder, file), "utf8"))).pid;
  }

  /** The arguments after which a program and its own arguments may follow. */
  execArgs(target: Target): string[] {
    const silent = ["apptainer", "--silent", "exec"];
    if (target === "sandbox") return [...silent, "--no-privs", "--pwd", "/", `instance://${this.instance}`];
    return [...silent, ...this.#isolation(target), "--pwd", "/", this.image.rootfsDir];
  }

  #isolation(target: Target): string[] {
    const { places, image, spec } = this;
    const offline = target !== "sandbox" || spec.network === "none";
    const layers = image.layerDirs.flatMap((layer) => ["--overlay", `${layer}:ro`]);
    const bind = (from: string, to: string, more = "") => ["--bind", `${from}:${to}${more}`];
    const own =
      target === "aside"
        ? bind(places.varTmp, "/var/tmp", ":ro")
        : ["--overlay", places.overlay, ...bind(places.tmp, "/tmp"), ...bind(places.varTmp, "/var/tmp")];
    return [...ALONE, ...(offline ? ["--net", "--network", "none"] : []), ...layers, ...own];
  }

  /** Kills every process of the sandbox and waits until they are gone. @throws when one survives. */
  async kill(): Promise<void> {
    // What is just being started would otherwise escape.
    await this.#starting?.catch(() => {});
    await killSandbox(this.id, this.#init);
    this.#init = null;
  }

  /** Forgets the killed container, so that a new one starts with the next command. */
  renew(image: StoredImage): void {
    this.image = image;
    this.#starting = null;
  }

  /** True when the kernel killed something at the memory limit. */
  get memoryKilled(): boolean {
    return (this.groups?.memoryKills() ?? 0) > 0;
  }
}
