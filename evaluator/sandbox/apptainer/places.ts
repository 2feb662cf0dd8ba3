import path from "node:path";

/** Where one installation keeps its sandboxes, and every installation its images. */
export class Places {
  readonly images: string;
  readonly names: string;
  /** The sandboxes of all installations that share the folder. */
  readonly allSandboxes: string;
  readonly sandboxes: string;

  constructor(
    readonly dir: string,
    installation: string,
  ) {
    this.images = path.join(dir, "images");
    this.names = path.join(dir, "names");
    this.allSandboxes = path.join(dir, "sandboxes");
    this.sandboxes = path.join(this.allSandboxes, installation);
  }

  sandbox(id: string): SandboxPlaces {
    return new SandboxPlaces(path.join(this.sandboxes, id));
  }
}

/** The folders of one sandbox; all of it lies below `home` and goes with it. */
export class SandboxPlaces {
  readonly record: string;
  /** Apptainer's own state of this sandbox. */
  readonly config: string;
  /** What programs change: `upper` holds the files, `work` is the kernel's. */
  readonly overlay: string;
  readonly upper: string;
  /** `/tmp` and `/var/tmp` of the sandbox. */
  readonly tmp: string;
  readonly varTmp: string;

  constructor(readonly home: string) {
    this.record = path.join(home, "sandbox.json");
    this.config = path.join(home, "config");
    this.overlay = path.join(home, "overlay");
    this.upper = path.join(this.overlay, "upper");
    this.tmp = path.join(home, "tmp");
    this.varTmp = path.join(home, "var-tmp");
  }

  /** What the sandbox itself writes to, besides `overlay`, which a kept image takes over. */
  get written(): string[] {
    return [this.upper, this.tmp, this.varTmp];
  }
}
