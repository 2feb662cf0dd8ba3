import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openShell, type ShellRequest, shellArguments } from "./docker-shell";

const request: ShellRequest = {
  container: "swe-game-bench-fungus-2019.4.36f1",
  image: "unityci/editor:ubuntu-2019.4.36f1-base-3",
  licenceFile: null,
  command: [],
  terminal: true,
};
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "docker-shell-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A docker command that writes down how it was called and answers by a script. */
function docker(script: string): { program: string; calls: () => string[] } {
  const program = path.join(dir, "docker");
  const log = path.join(dir, "calls");
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\n${script}\n`, { mode: 0o755 });
  return { program, calls: () => readFileSync(log, "utf8").trim().split("\n") };
}

test("a standing container is entered, with bash where there is one", () => {
  const args = shellArguments(request, true);
  expect(args.slice(0, 4)).toEqual(["exec", "--interactive", "--tty", request.container]);
  expect(args.slice(4)).toEqual(["/bin/sh", "-c", expect.stringContaining("bash")]);
});

test("else a throw-away container of the image is started, which is never pulled in passing", () => {
  const args = shellArguments({ ...request, command: ["cat", "/opt/unity/version"], terminal: false }, false);
  expect(args).toEqual([
    ...["run", "--rm", "--init", "--interactive", "--pull", "never", "--entrypoint", "cat"],
    ...[request.image, "/opt/unity/version"],
  ]);
});

test("the licence is shown read-only as one file, also where its path has commas and quotes", () => {
  const args = shellArguments({ ...request, licenceFile: '/home/a,b "c"/Unity_lic.ulf' }, false);
  expect(args[args.indexOf("--mount") + 1]).toBe(
    'type=bind,"source=/home/a,b ""c""/Unity_lic.ulf",target=/root/.local/share/unity3d/Unity/Unity_lic.ulf,readonly',
  );
});

test("the running container is preferred, and the shell's exit code is handed on", async () => {
  const { program, calls } = docker('case "$1" in container) echo true;; exec) exit 7;; esac');
  expect(await openShell(request, program)).toEqual({ status: "ended", code: 7 });
  expect(calls()[1]).toMatch(/^exec --interactive --tty swe-game-bench-fungus-2019.4.36f1/);
});

test("a stopped container is passed over for the image", async () => {
  const { program, calls } = docker('case "$1" in container) echo false;; esac');
  expect(await openShell(request, program)).toEqual({ status: "ended", code: 0 });
  expect(calls().at(-1)).toMatch(/^run --rm/);
});

test.each([
  ["no image", 'echo "Error: No such $1: x" >&2; exit 1', /is not on this machine/, /docker pull/],
  [
    "no engine",
    'echo "Cannot connect to the Docker daemon at unix:///x." >&2; exit 1',
    /does not answer: Cannot connect/,
    /DOCKER_HOST/,
  ],
])("%s is told with what to do", async (_name, script, message, mend) => {
  const { program } = docker(script);
  expect(await openShell(request, program)).toEqual({
    status: "unavailable",
    message: expect.stringMatching(message),
    mend: expect.stringMatching(mend),
  });
});

test("a missing docker command is told with what to install", async () => {
  expect(await openShell(request, path.join(dir, "none"))).toMatchObject({
    status: "unavailable",
    message: expect.stringContaining("not found"),
    mend: expect.stringContaining("docker.io"),
  });
});
