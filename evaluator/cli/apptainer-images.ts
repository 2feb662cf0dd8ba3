import type { ImageSource } from "@/evaluator/sandbox/apptainer/image-build";
import type { ApptainerProvider } from "@/evaluator/sandbox/apptainer/provider";
import { DockerEngine } from "@/evaluator/sandbox/docker/engine";
import { dockerConnection } from "@/evaluator/worker/evaluator-deps";
import type { CommandContext } from "./context";
import { infrastructureFailure } from "./exit-codes";
import { buildStandIns, roomFor } from "./image-steps";

type Wanted = { buckets: readonly string[]; standIns: readonly string[]; unity: readonly string[] };

/**
 * Images where Apptainer finds them. The stand-in is built by a Docker engine and taken over from there, again
 * when it has changed; without an engine one that was taken over before, or copied here, will do. Unity's come
 * from the engine where it has them, else from the registry.
 */
export async function apptainerImages(
  context: CommandContext,
  sandbox: ApptainerProvider,
  { buckets, standIns, unity }: Wanted,
): Promise<void> {
  const engine = await answeringEngine(context);
  if (standIns.length > 0 && engine) await buildStandIns(context, engine.docker, buckets);
  for (const name of standIns) {
    const here = await sandbox.image(name);
    const source = engine && (await fromEngine(engine, name, here.status === "found" ? here.digest : null));
    if (source === "same" || (!source && here.status === "found")) continue;
    if (!source)
      throw infrastructureFailure(
        `${name} is not in ${context.config.apptainerDir}, and no Docker engine answers that could build it.`,
        "Start Docker for this once, or copy the folder from a machine where it was prepared.",
      );
    await take(context, sandbox, name, source);
  }
  for (const name of unity) {
    if ((await sandbox.image(name)).status === "found") continue;
    await roomFor(name, sandbox.images);
    const source = engine && (await fromEngine(engine, name, null));
    await take(context, sandbox, name, source && source !== "same" ? source : { kind: "registry" });
  }
}

async function answeringEngine(context: CommandContext): Promise<DockerEngine | null> {
  const connected = DockerEngine.connect(dockerConnection(context.config));
  if (connected.status === "wrong") return null;
  return await connected.engine.info().then(
    () => connected.engine,
    () => null,
  );
}

/** The engine's image as an archive; "same" when it has the digest that is known already, null without one. */
async function fromEngine(
  engine: DockerEngine,
  name: string,
  known: string | null,
): Promise<ImageSource | "same" | null> {
  const image = engine.docker.getImage(name);
  const found = await image.inspect().catch(() => null);
  if (!found) return null;
  if (found.Id === known) return "same";
  return { kind: "archive", tar: await image.get() };
}

async function take(
  context: CommandContext,
  sandbox: ApptainerProvider,
  name: string,
  source: ImageSource,
): Promise<void> {
  const from = source.kind === "archive" ? "Docker" : "the registry";
  context.err.write(`Taking ${name} from ${from} for Apptainer\n`);
  const built = await sandbox.addImage(name, source, {
    onLine: (line) => context.err.write(`  ${line}\n`),
    signal: context.signal,
  });
  if (built.status === "built") return;
  throw infrastructureFailure(`${name} could not be had: ${built.message}`, MENDS[built.reason]);
}

const MENDS = {
  "no-such-tag": "Look the tag up on the registry, or name another image with SWE_GAME_BENCH_EDITOR_IMAGE.",
  "no-space": "An editor image unpacks to 15 GB and more, below SWE_GAME_BENCH_APPTAINER_DIR.",
  unreachable: "Check the network and the registry's address.",
  broken: "Run it again; swe-game-bench doctor tells whether Apptainer works here.",
} as const;
