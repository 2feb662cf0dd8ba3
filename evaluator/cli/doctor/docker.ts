import { DockerEngine } from "@/evaluator/sandbox/docker/engine";
import { messageOf } from "@/evaluator/sandbox/failure";
import { isolationNotes } from "@/evaluator/sandbox/isolation";
import type { SandboxProvider } from "@/evaluator/sandbox/types";
import { editorImageName } from "@/evaluator/unity/images";
import { chooseSandbox, dockerConnection } from "@/evaluator/worker/evaluator-deps";
import type { Benchmark } from "@/lib/benchmark/dataset";
import type { Config } from "@/lib/config";
import { type Check, checker, gibibytes } from "./check";

/** Editor images unpack to 15 GB and more. */
const ROOM_FOR_UNITY = 30 * 2 ** 30;
const LEAST_ROOM = 3 * 2 ** 30;
const ASK_MS = 15_000;

/** The Docker engine, its disk, and the editor images on it. */
export async function checkDocker(config: Config, benchmark: Benchmark | null): Promise<Check[]> {
  const say = checker("docker", "Docker engine");
  const choice = chooseSandbox(config, "docker");
  const connected = DockerEngine.connect(dockerConnection(config));
  if (choice.status === "wrong") return [say("fail", choice.message, choice.mend)];
  if (connected.status === "wrong") return [say("fail", connected.message, connected.mend)];
  const probe = await choice.sandbox.probe();
  if (!probe.ok) return [say("fail", probe.message, probe.mend)];
  const missing = isolationNotes(probe.isolation);
  const limits = missing.length === 0 ? "" : `; not enforced: ${missing.join("; ")}`;
  const engine = say(
    missing.length === 0 ? "ok" : "warn",
    `${probe.version} at ${connected.engine.where}${limits}`,
  );
  const disk = await checkDisk(choice.sandbox);
  const images =
    benchmark === null ? [] : await checkImages(config, benchmark, choice.sandbox, connected.engine);
  return [engine, disk, ...images];
}

async function checkDisk(provider: SandboxProvider): Promise<Check> {
  const say = checker("docker-disk", "Docker's disk");
  const space = (await provider.images?.disk()) ?? null;
  if (space === null) return say("note", "is not on this machine; look at it there.");
  const free = space.freeBytes;
  const mend = "Remove images and containers that nobody needs: docker system prune.";
  if (free < LEAST_ROOM) return say("fail", `${gibibytes(free)} free`, mend);
  if (free < ROOM_FOR_UNITY)
    return say(
      "warn",
      `${gibibytes(free)} free: enough for the sample, little for Unity's images (15 GB each).`,
      mend,
    );
  return say("ok", `${gibibytes(free)} free`);
}

type Wanted = { name: string; standIn: boolean };

/** Which editor images are here, and whether the registry has those that are not. */
async function checkImages(
  config: Config,
  benchmark: Benchmark,
  provider: SandboxProvider,
  engine: DockerEngine,
): Promise<Check[]> {
  const wanted = new Map<string, Wanted>();
  for (const { instance, repo } of benchmark.instances.values()) {
    const name = editorImageName(repo, instance.unity_bucket, config);
    wanted.set(name, { name, standIn: repo.standin });
  }
  const all = [...wanted.values()];
  const looked = await Promise.all(
    all.map(async (image) => ({ ...image, here: (await provider.image(image.name)).status === "found" })),
  );
  const checks: Check[] = [];
  const standIns = looked.filter((image) => image.standIn);
  const unity = looked.filter((image) => !image.standIn);
  if (standIns.length > 0) checks.push(standInCheck(standIns));
  if (unity.length > 0) checks.push(await unityCheck(unity, engine));
  return checks;
}

function standInCheck(images: readonly { name: string; here: boolean }[]): Check {
  const say = checker("standin-images", "Stand-in images");
  const here = images.filter((image) => image.here).length;
  if (here === images.length) return say("ok", `${here} of ${images.length} here`);
  return say("warn", `${here} of ${images.length} here`, "Build them: swe-game-bench prepare --set sample.");
}

async function unityCheck(
  images: readonly { name: string; here: boolean }[],
  engine: DockerEngine,
): Promise<Check> {
  const say = checker("unity-images", "Unity images");
  const absent = images.filter((image) => !image.here).map((image) => image.name);
  const count = `${images.length - absent.length} of ${images.length} here`;
  const [first, ...others] = absent;
  if (first === undefined) return say("ok", count);
  const answer = await inRegistry(engine, first);
  if (answer.status === "unknown")
    return say(
      "warn",
      `${count}; the registry cannot be asked (${answer.why}).`,
      "Give this machine access to it, or load the images by hand: docker load.",
    );
  const answers = [answer, ...(await Promise.all(others.map((name) => inRegistry(engine, name))))];
  const none = absent.filter((_name, index) => answers[index]?.status === "missing");
  if (none.length > 0)
    return say(
      "warn",
      `${count}; the registry has no ${none.join(", ")}.`,
      "Name other images with SWE_GAME_BENCH_EDITOR_IMAGE, or editor_image in repos.yaml.",
    );
  return say(
    "note",
    `${count}; the registry has the others.`,
    "swe-game-bench prepare gets one when it is needed.",
  );
}

type Registry = { status: "there" } | { status: "missing" } | { status: "unknown"; why: string };

/** The engine asks the registry for the manifest; nothing is pulled. */
async function inRegistry(engine: DockerEngine, name: string): Promise<Registry> {
  try {
    await engine.docker.getImage(name).distribution({ abortSignal: AbortSignal.timeout(ASK_MS) });
    return { status: "there" };
  } catch (error) {
    const said = messageOf(error).replace(/^\(HTTP code \d+\) [a-z ]+ - /, "");
    if (/manifest unknown|no such manifest|not found|denied/i.test(said) && !/no such host/i.test(said))
      return { status: "missing" };
    return { status: "unknown", why: said.replace(/\s+/g, " ").slice(0, 160).trim() };
  }
}
