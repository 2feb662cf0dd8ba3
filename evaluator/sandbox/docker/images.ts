import { statfs } from "node:fs/promises";
import type Docker from "dockerode";
import * as z from "zod";
import type { Done, ImageKeeper, KeptImage, SandboxFailure } from "../types";
import { bounded, type DockerEngine, statusOf } from "./engine";

/** The engine's types do not know these fields. */
const inspectSchema = z.looseObject({
  Id: z.string(),
  Created: z.string(),
  Metadata: z.looseObject({ LastTagTime: z.string().optional() }).optional(),
});
const layersSchema = z.array(z.looseObject({ Size: z.number() }));

/** Images that sandboxes were kept as. The engine itself remembers when one was last used: a name given anew. */
export class DockerImages implements ImageKeeper {
  readonly #engine: DockerEngine;

  constructor(engine: DockerEngine) {
    this.#engine = engine;
  }

  async list(label: string): Promise<{ status: "listed"; images: KeptImage[] } | SandboxFailure> {
    try {
      const found = await this.#engine.docker.listImages({ filters: { label: [label] } });
      const images = await Promise.all(found.map((image) => this.#look(image)));
      return { status: "listed", images: images.flatMap((image) => image ?? []) };
    } catch (error) {
      return this.#engine.failure("list kept images", error);
    }
  }

  /** Null for an image that went while one looked. */
  async #look(listed: Docker.ImageInfo): Promise<KeptImage | null> {
    try {
      const image = this.#engine.docker.getImage(listed.Id);
      const [facts, layers] = [
        inspectSchema.parse(await image.inspect()),
        layersSchema.parse(await image.history()),
      ];
      const tagged = Date.parse(facts.Metadata?.LastTagTime ?? "");
      const made = Date.parse(facts.Created);
      return {
        name: listed.RepoTags?.find((tag) => !tag.startsWith("<none>")) ?? facts.Id,
        digest: facts.Id,
        // The newest layer is what keeping a sandbox adds.
        ownBytes: layers[0]?.Size ?? 0,
        // An image without a name has the year 1.
        usedAtMs: Math.max(Number.isNaN(tagged) ? 0 : tagged, Number.isNaN(made) ? 0 : made),
      };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  async use(name: string): Promise<Done | SandboxFailure> {
    const colon = name.lastIndexOf(":");
    try {
      const target = { repo: name.slice(0, colon), tag: name.slice(colon + 1) };
      await this.#engine.docker.getImage(name).tag(bounded("quick", target));
      return { status: "done" };
    } catch (error) {
      return this.#engine.failure(`mark ${name} as used`, error);
    }
  }

  async remove(name: string): Promise<{ status: "removed" | "in-use" } | SandboxFailure> {
    try {
      await this.#engine.docker.getImage(name).remove({ force: false });
      return { status: "removed" };
    } catch (error) {
      if (statusOf(error) === 404) return { status: "removed" };
      if (statusOf(error) === 409) return { status: "in-use" };
      return this.#engine.failure(`remove ${name}`, error);
    }
  }

  async disk(): Promise<{ place: string; freeBytes: number } | null> {
    // An engine elsewhere has a disk elsewhere.
    if (!this.#engine.where.startsWith("unix:")) return null;
    const info = await this.#engine.info().catch(() => null);
    const space = info === null ? null : await statfs(info.rootDir).catch(() => null);
    return info && space ? { place: info.rootDir, freeBytes: space.bavail * space.bsize } : null;
  }
}
