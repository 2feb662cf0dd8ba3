import { spawn } from "node:child_process";

/** What a shell in an editor container needs to know. */
export type ShellRequest = {
  /** The standing container of the compose file, if it runs; else a throw-away one of the image. */
  container: string;
  image: string;
  /** A licence file of this machine, shown read-only to a throw-away container; null for none. */
  licenceFile: string | null;
  command: readonly string[];
  /** True when input and output are a terminal. */
  terminal: boolean;
};

const LICENCE_PLACE = "/root/.local/share/unity3d/Unity/Unity_lic.ulf";
const SHELL = ["/bin/sh", "-c", "command -v bash >/dev/null 2>&1 && exec bash -l || exec sh -l"];

/** The arguments of the docker command: into the running container, or a new one that goes with the shell. */
export function shellArguments(request: ShellRequest, running: boolean): string[] {
  const command = request.command.length > 0 ? request.command : SHELL;
  const terminal = request.terminal ? ["--interactive", "--tty"] : ["--interactive"];
  if (running) return ["exec", ...terminal, request.container, ...command];
  const licence =
    request.licenceFile === null
      ? []
      : ["--mount", `type=bind,"source=${csvField(request.licenceFile)}",target=${LICENCE_PLACE},readonly`];
  const [program = "", ...rest] = command;
  // The editor images have no entry point of their own; one that has must not swallow the command.
  return [
    "run",
    "--rm",
    "--init",
    ...terminal,
    ...licence,
    "--pull",
    "never",
    "--entrypoint",
    program,
    request.image,
    ...rest,
  ];
}

/** `--mount` reads its value as one CSV line. */
function csvField(value: string): string {
  return value.replaceAll('"', '""');
}

export type ShellEnd =
  | { status: "ended"; code: number }
  | { status: "unavailable"; message: string; mend: string };

/** Opens the shell with the terminal handed through; answers the shell's own exit code. */
export async function openShell(request: ShellRequest, program = "docker"): Promise<ShellEnd> {
  const container = await run(program, [
    "container",
    "inspect",
    "--format",
    "{{.State.Running}}",
    request.container,
  ]);
  if (container.status !== "ended") return missingProgram();
  if (isUnreachable(container.stderr)) return unreachable(container.stderr);
  const running = container.code === 0 && container.stdout.trim() === "true";
  if (!running) {
    const image = await run(program, ["image", "inspect", "--format", "{{.Id}}", request.image]);
    if (image.status !== "ended") return missingProgram();
    if (image.code !== 0) return missingImage(request.image, image.stderr);
  }
  return await new Promise((resolve) => {
    const child = spawn(program, shellArguments(request, running), { stdio: "inherit" });
    child.on("error", () => resolve(missingProgram()));
    child.on("close", (code, signal) =>
      resolve({ status: "ended", code: code ?? (signal === "SIGINT" ? 130 : 137) }),
    );
  });
}

type Run =
  | { status: "ended"; code: number | null; stdout: string; stderr: string }
  | { status: "not-started" };

function run(program: string, args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", () => resolve({ status: "not-started" }));
    child.on("close", (code) =>
      resolve({
        status: "ended",
        code,
        stdout: Buffer.concat(out).toString("utf8"),
        stderr: Buffer.concat(err).toString("utf8"),
      }),
    );
  });
}

function isUnreachable(stderr: string): boolean {
  return /cannot connect to the docker daemon|is the docker daemon running|error during connect|permission denied/i.test(
    stderr,
  );
}

function unreachable(stderr: string): ShellEnd {
  return {
    status: "unavailable",
    message: `The Docker engine does not answer: ${stderr.trim().split("\n")[0] ?? ""}`,
    mend: "Start it, or point DOCKER_HOST at one. `swe-game-bench doctor` tells more.",
  };
}

function missingProgram(): ShellEnd {
  return {
    status: "unavailable",
    message: "The docker command was not found on the search path.",
    mend: "Install Docker's command line (Debian: apt-get install docker.io). Evaluations need only the engine, this shell needs the command.",
  };
}

function missingImage(image: string, stderr: string): ShellEnd {
  if (isUnreachable(stderr)) return unreachable(stderr);
  return {
    status: "unavailable",
    message: `The image ${image} is not on this machine.`,
    mend: `Get it with \`docker pull ${image}\`, or run \`swe-game-bench prepare\` for an instance of this editor.`,
  };
}
