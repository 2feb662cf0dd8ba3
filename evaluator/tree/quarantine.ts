import { constants, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { lookUp, type TreeChange } from "@/evaluator/tree/diff";
import type { GitOptions } from "@/evaluator/tree/git";
import { diffIndexes } from "@/evaluator/tree/index-file";
import { type BaseIndex, damaged, type MirrorStore } from "@/evaluator/tree/store";
import { objectId, parseTree, type TreeEntry, toText } from "@/evaluator/tree/tree-object";
import { workspacePath } from "@/evaluator/tree/workspace";

/** Object folders of a quarantine that are removed at once; git makes one for each first byte of a hash. */
const SMALL = 32;

/** Where trees and files are read from, and new ones kept: never the mirror. */
export interface ObjectSource {
  /** Content of a file; null when there is no such object. */
  blob(id: string): Promise<Buffer | null>;
  /** Entries of a folder; null when there is no such object. */
  tree(id: string): Promise<TreeEntry[] | null>;
  /** Keeps a new object in memory and gives its name. */
  put(type: "blob" | "tree", data: Uint8Array): string;
}

/** New objects in memory, in front of the mirror. */
export class MemoryObjects implements ObjectSource {
  private readonly objects = new Map<string, Buffer>();

  constructor(private readonly below: Pick<ObjectSource, "blob" | "tree">) {}

  put(type: "blob" | "tree", data: Uint8Array): string {
    const id = objectId(type, data);
    this.objects.set(id, Buffer.from(data));
    return id;
  }

  async blob(id: string): Promise<Buffer | null> {
    return this.objects.get(id) ?? (await this.below.blob(id));
  }

  async tree(id: string): Promise<TreeEntry[] | null> {
    const own = this.objects.get(id);
    return own === undefined ? await this.below.tree(id) : parseTree(own);
  }
}

/** The mirror as a source of files and folders. */
export function mirrorObjects(store: MirrorStore): Pick<ObjectSource, "blob" | "tree"> {
  return {
    tree: (id) => store.tree(id),
    blob: (id) => store.blob(id),
  };
}

/**
 * A temporary index and object folder for one patch. git writes what is new here and reads the rest
 * from the mirror; with the folder gone nothing is left of the patch.
 */
export class Quarantine {
  private constructor(
    private readonly dir: string,
    private readonly store: MirrorStore,
    private readonly base: BaseIndex,
    private readonly tree: string,
  ) {}

  /** Runs `use` in a new quarantine whose index holds `tree`, and removes it in any case. */
  static async run<T>(
    store: MirrorStore,
    tree: string,
    use: (quarantine: Quarantine) => Promise<T>,
  ): Promise<T> {
    const base = await store.indexOf(tree);
    const dir = await workspacePath("quarantine");
    // These few small files are quicker made and read at once than handed to other threads.
    mkdirSync(path.join(dir, "objects"), { recursive: true });
    try {
      copyFileSync(base.file, path.join(dir, "index"), constants.COPYFILE_FICLONE);
      return await use(new Quarantine(dir, store, base, tree));
    } finally {
      await removeQuarantine(dir);
    }
  }

  git(signal?: AbortSignal): GitOptions {
    const own = { objects: path.join(this.dir, "objects"), index: path.join(this.dir, "index") };
    return { ...this.store.gitOptions(own), signal };
  }

  /** What differs between the base and the index as git left it. */
  changes(): TreeChange[] {
    return diffIndexes(this.base.data, readFileSync(path.join(this.dir, "index")));
  }

  /**
   * Reads files of the base and holds them against their names: what git says of a patch is only worth
   * something when all that it read was whole.
   * @throws GitError that tells of the damaged mirror
   */
  async proveFiles(names: Iterable<string>): Promise<void> {
    for (const name of new Set(names)) {
      const found = await lookUp(this.store, this.tree, name);
      if (!found?.mode.startsWith("100") || (await this.store.blob(found.id)) !== null) continue;
      throw damaged(this.store.mirrorDir, `${JSON.stringify(toText(name))} (${found.id}) is not in it`);
    }
  }

  /** The same for what a patch changed; a large file that the mirror was made without may be deleted. */
  async proveChanged(changes: readonly TreeChange[]): Promise<void> {
    const ids = changes.flatMap(({ old }) => (old?.mode.startsWith("100") ? [old.id] : []));
    for (const id of new Set(ids)) await this.store.blob(id);
  }

  /** Reads what git wrote here, then `below`. */
  objects(below: Pick<ObjectSource, "blob" | "tree">): Pick<ObjectSource, "blob" | "tree"> {
    return {
      blob: async (id) => this.loose(id) ?? (await below.blob(id)),
      tree: (id) => below.tree(id),
    };
  }

  /** git keeps a new object as one compressed file named by its hash. */
  private loose(id: string): Buffer | null {
    let packed: Buffer;
    try {
      packed = readFileSync(path.join(this.dir, "objects", id.slice(0, 2), id.slice(2)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
    const data = inflateSync(packed);
    const zero = data.indexOf(0);
    return data.subarray(zero + 1);
  }
}

async function removeQuarantine(dir: string): Promise<void> {
  const isSmall = readdirSync(path.join(dir, "objects")).length <= SMALL;
  if (isSmall) rmSync(dir, { recursive: true, force: true });
  else await rm(dir, { recursive: true, force: true });
}
