// A Docker engine for `npm start`, `npm test` and CI: the one that answers, or one from Debian's packages.
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { dockerAddress, SYSTEM_SOCKET } from "./docker-address.mjs";
import { root, run, say } from "./steps.mjs";

const READY_SECONDS = 60;

/**
 * Makes sure that a Docker engine answers. One that the user named is only ever asked, never replaced.
 * @param {{ install?: boolean, env?: Record<string, string | undefined>, socket?: string, readySeconds?: number }} options
 *   `install` allows to install and start Debian's engine, which takes root.
 * @returns {Promise<{ status: "ready", message: string, mend: "" } | { status: "unavailable", message: string, mend: string }>}
 */
export async function ensureDockerEngine(options = {}) {
  const {
    install = false,
    env = process.env,
    socket = SYSTEM_SOCKET,
    readySeconds = READY_SECONDS,
  } = options;
  const { host, chosen, problem } = dockerAddress(env, socket);
  if (problem) return unavailable(problem, "Choose another with `docker context use`, or set DOCKER_HOST.");
  const answer = await ask(host, env);
  if (answer.version) return ready(`Docker ${answer.version} answers at ${host}.`);
  if (answer.reason === "EACCES") {
    const mend = "Add yourself to the group `docker`, or run this as root.";
    return unavailable(`Docker at ${host} may not be used by this account.`, mend);
  }
  if (chosen) {
    const mend = "Start that engine, or unset DOCKER_HOST and choose the default context.";
    return unavailable(`No Docker engine answers at ${host} (${answer.reason}).`, mend);
  }
  const missing = `No Docker engine answers at ${host}.`;
  if (!install) return unavailable(missing, "Install and start Docker, or run this as root on Debian.");
  try {
    return await startFromDebian({ env, socket, host, readySeconds });
  } catch (error) {
    return unavailable(`${missing} ${error.message}`, "Install and start Docker by hand.");
  }
}

async function startFromDebian({ env, socket, host, readySeconds }) {
  if (!inPath("dockerd", env)) await installPackages(env);
  // Where a service manager runs, the package has brought a service: better that one than our own process.
  if (socket === SYSTEM_SOCKET && existsSync("/run/systemd/system")) {
    await run("systemctl", ["start", "docker"], { allowFailure: true, quiet: true });
    const version = await waitForAnswer(host, env, 10);
    if (version) return ready(`Docker ${version} was started by the system and answers at ${host}.`);
  }
  const dockerd = startDockerd(env, socket);
  const version = await waitForAnswer(host, env, readySeconds, () => dockerd.ended);
  if (version) {
    return ready(
      `Docker ${version} was started here (process ${dockerd.pid}, log in ${dockerd.log}) and answers at ${host}.`,
    );
  }
  const how = dockerd.ended ? "ended at once" : `did not answer within ${readySeconds} s`;
  return unavailable(
    `dockerd ${how}: ${lastLines(dockerd.log)}`,
    `Read ${dockerd.log}, or start Docker by hand.`,
  );
}

async function installPackages(env) {
  if (!inPath("apt-get", env)) throw new Error("It can only be installed from here on Debian.");
  say("Installing docker.io and iptables from Debian (about 20 s)");
  const settings = { quiet: true, env: { ...env, DEBIAN_FRONTEND: "noninteractive" } };
  await run("apt-get", ["update", "-qq"], settings);
  await run(
    "apt-get",
    ["install", "-y", "-qq", "--no-install-recommends", "docker.io", "iptables"],
    settings,
  );
}

/** Starts dockerd so that it outlives this process; its log goes to the data folder. */
function startDockerd(env, socket) {
  const dataDir = path.resolve(root, env.SWE_GAME_BENCH_DATA_DIR || "data");
  mkdirSync(dataDir, { recursive: true });
  const log = path.join(dataDir, "dockerd.log");
  const output = openSync(log, "a");
  say(`Starting dockerd, log in ${log}`);
  const args = socket === SYSTEM_SOCKET ? [] : ["--host", `unix://${socket}`];
  const child = spawn("dockerd", args, { detached: true, stdio: ["ignore", output, output], env });
  const state = { pid: child.pid, log, ended: false };
  child.on("error", () => {
    state.ended = true;
  });
  child.on("exit", () => {
    state.ended = true;
  });
  child.unref();
  return state;
}

async function waitForAnswer(host, env, seconds, ended = () => false) {
  const limit = Date.now() + seconds * 1000;
  for (;;) {
    const over = Date.now() >= limit || ended();
    const { version } = await ask(host, env);
    if (version || over) return version;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The engine's version, or why it has none: an error code, or what the `docker` command said. */
async function ask(host, env) {
  if (host.startsWith("unix://"))
    return askHttp({ socketPath: host.slice("unix://".length) || SYSTEM_SOCKET });
  const url = URL.canParse(host) ? new URL(host) : null;
  if (url?.protocol === "tcp:" && !env.DOCKER_TLS_VERIFY && url.port !== "2376") {
    return askHttp({ host: url.hostname, port: Number(url.port || 2375) });
  }
  return askCommand(env);
}

function askHttp(target) {
  return new Promise((resolve) => {
    const request = http.get({ ...target, path: "/version", timeout: 5000 }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("error", (error) => resolve({ reason: error.code ?? error.message }));
      response.on("end", () => resolve(readVersion(body)));
    });
    request.on("timeout", () => request.destroy(new Error("no answer within 5 s")));
    request.on("error", (error) => resolve({ reason: error.code ?? error.message }));
  });
}

function readVersion(body) {
  try {
    const { Version } = JSON.parse(body);
    if (typeof Version === "string") return { version: Version };
  } catch {
    // Falls through to the same answer.
  }
  return { reason: "something else than Docker answers" };
}

/** TLS and ssh are left to the `docker` command, which knows them. */
async function askCommand(env) {
  try {
    const args = ["version", "--format", "{{.Server.Version}}"];
    const { code, output } = await run("docker", args, { quiet: true, allowFailure: true, env });
    return code === 0 ? { version: output.trim() } : { reason: output.trim().split("\n").at(-1) };
  } catch (error) {
    return { reason: error.message };
  }
}

function inPath(command, env) {
  return (env.PATH ?? "").split(path.delimiter).some((dir) => {
    try {
      accessSync(path.join(dir, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function lastLines(file) {
  return readFileSync(file, "utf8").trim().split("\n").slice(-3).join(" | ") || "it logged nothing";
}

function ready(message) {
  return { status: "ready", message, mend: "" };
}

function unavailable(message, mend) {
  return { status: "unavailable", message, mend };
}
