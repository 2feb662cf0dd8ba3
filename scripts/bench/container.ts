import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import Docker, { type DockerOptions } from "dockerode";
import { medianOf } from "./median-of";

export type ContainerBench = {
  runs: number;
  medianMs: number;
  /** Median of each step; they need not add up to the median of the whole. */
  stepsMs: { create: number; start: number; exec: number; remove: number };
};

type Step = keyof ContainerBench["stepsMs"];

/**
 * The least that one run in a container costs: create, start, exec `true`, remove, through dockerode and with no
 * limit set. Our own time per attempt is told as a ratio to this.
 * @param docker options of dockerode for the engine that the evaluations use; its own choice unless given.
 */
export async function measureBareContainer(
  image: string,
  runs: number,
  docker?: DockerOptions,
): Promise<ContainerBench> {
  const engine = new Docker(docker);
  // One run beforehand, not counted: the first one reads the image from disk.
  await onceThrough(engine, image);
  const all: Record<Step, number>[] = [];
  for (let run = 0; run < runs; run++) all.push(await onceThrough(engine, image));
  const of = (step: Step) => medianOf(all.map((one) => one[step]));
  const totals = all.map((one) => one.create + one.start + one.exec + one.remove);
  return {
    runs,
    medianMs: medianOf(totals),
    stepsMs: { create: of("create"), start: of("start"), exec: of("exec"), remove: of("remove") },
  };
}

async function onceThrough(engine: Docker, image: string): Promise<Record<Step, number>> {
  const time = { create: 0, start: 0, exec: 0, remove: 0 };
  let from = performance.now();
  const took = (step: Step) => {
    const now = performance.now();
    time[step] = now - from;
    from = now;
  };
  const container = await engine.createContainer({
    name: `swe-game-bench-bare-${randomBytes(6).toString("hex")}`,
    Image: image,
    Entrypoint: ["sleep", "600"],
    Cmd: [],
    Labels: { "swe-game-bench.bench": "container" },
    // Without this an engine sets up its network even for "none", which can take longer than all the rest.
    NetworkDisabled: true,
    HostConfig: { NetworkMode: "none", Init: true },
  });
  try {
    took("create");
    await container.start();
    took("start");
    await execTrue(container);
    took("exec");
  } finally {
    await container.remove({ force: true });
    took("remove");
  }
  return time;
}

async function execTrue(container: Docker.Container): Promise<void> {
  const exec = await container.exec({ Cmd: ["true"], AttachStdout: true, AttachStderr: true });
  const stream = await exec.start({ hijack: true, stdin: false });
  stream.resume();
  await new Promise((resolve, reject) => stream.once("end", resolve).once("error", reject));
  const { ExitCode } = await exec.inspect();
  if (ExitCode !== 0) throw new Error(`"true" ended with ${ExitCode} in the bare container`);
}
