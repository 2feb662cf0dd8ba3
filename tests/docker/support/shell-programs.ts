import type { SandboxSession } from "@/evaluator/sandbox/types";
import type { ContractPrograms } from "../contract/kit";

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const sh = (script: string) => ["sh", "-c", script];

/** The contract's programs as scripts that busybox and a usual Linux understand alike. */
export function shellPrograms(session: SandboxSession): ContractPrograms {
  const at = (inside: string) => quote(session.path(inside));
  const tmp = at("/tmp");
  const loop = (token: string) => `trap "" TERM HUP INT; while :; do sleep 1; : ${token}; done`;
  return {
    exit: (code) => sh(`exit ${code}`),
    say: (out, err) => sh(`printf '%s\\n' ${quote(out)}; printf '%s\\n' ${quote(err)} >&2`),
    showVariable: (name) => sh(`printf '%s\\n' "$${name}"`),
    showFolder: () => ["pwd"],
    show: (path) => ["cat", session.path(path)],
    showMode: (path) => ["stat", "-c", "%a", session.path(path)],
    write: (path, text) => sh(`printf %s ${quote(text)} > ${at(path)}`),
    flood: (bytes) => sh(`printf BEGIN; head -c ${bytes} /dev/zero | tr '\\0' x; printf END`),
    stubborn: (token) =>
      sh(
        `setsid sh -c ${quote(loop(token))} & sh -c ${quote(loop(token))} & ` +
          `(setsid sh -c ${quote(`cd /; ${loop(token)}`)} >/dev/null 2>&1 </dev/null &); echo ready; ${loop(token)}`,
      ),
    silent: () => sh("echo start; while :; do sleep 1; done"),
    chatter: (seconds) => sh(`i=0; while [ $i -lt ${seconds * 10} ]; do echo .; sleep 0.1; i=$((i+1)); done`),
    hogMemory: () => ["tail", "/dev/zero"],
    hogMemoryInChild: () => sh("tail /dev/zero; exit 0"),
    // What was forked waits on a pipe that nobody writes to, and the outer loop fills every place that comes free, so
    // that the bomb stays at its limit: one that falls apart at its first failure is over before anybody has looked. It
    // burns out by itself where nobody ends it.
    forkBomb: (token) =>
      sh(
        `: ${token}; mkfifo ${tmp}/held; i=0; while [ $i -lt 500 ]; do i=$((i+1)); ` +
          `(while :; do (read x <>${tmp}/held) & done) 2>/dev/null; sleep 0.1; done`,
      ),
    fillDisk: () =>
      sh(
        `i=0; while dd if=/dev/zero of=${tmp}/fill$i bs=65536 count=64 2>/dev/null; do i=$((i+1)); sleep 0.05; done`,
      ),
    fillDiskWithEmptyFiles: () => sh(`i=0; while : > ${tmp}/empty$i; do i=$((i+1)); done`),
    networkInterfaces: () => sh("tail -n +3 /proc/net/dev | cut -d: -f1"),
    connect: () => sh("nc -w 3 1.1.1.1 53 </dev/null || nc -w 3 8.8.8.8 53 </dev/null"),
    processStatus: () => ["cat", "/proc/self/status"],
    makeOddFiles: (folder) =>
      sh(
        `mkdir -p ${at(folder)}/folder && cd ${at(folder)} && ln -s /etc/passwd link && mkfifo pipe && ln -s /etc out`,
      ),
    makeFile: (path, bytes) => sh(`head -c ${bytes} /dev/zero > ${at(path)}`),
    // A local sandbox shares its process space with everybody: there, only its own group may be killed.
    killEverything: () => sh(session.path("/") === "/" ? "kill -9 -1" : "kill -9 0"),
  };
}
