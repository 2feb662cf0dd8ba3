// Keeps the site and the worker running: restarts what dies, stops all on a signal.
import { spawn } from "node:child_process";
import { root, say } from "./steps.mjs";

/** Grace that a child has to stop cleanly before it is killed. */
const GRACE_MS = 15_000;

/**
 * Starts named processes and keeps them alive with growing pauses. Resolves when all have stopped
 * after `stop` was called.
 */
export function supervise(services) {
  const states = services.map((service) => ({ service, child: null, fails: 0 }));
  let stopping = false;
  let finish = () => {};
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  const settle = () => stopping && states.every((state) => state.child === null) && finish();

  const start = (state) => {
    const { name, args, env } = state.service;
    const begun = Date.now();
    state.child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    state.child.on("exit", (code, signal) => {
      state.child = null;
      if (stopping) return settle();
      state.fails = Date.now() - begun > 60_000 ? 1 : state.fails + 1;
      const pause = Math.min(30_000, 500 * 2 ** state.fails);
      say(
        `The ${name} ended (${signal ?? `exit ${code}`}); starting it again in ${Math.round(pause / 1000)} s.`,
      );
      setTimeout(() => !stopping && start(state), pause);
    });
  };
  for (const state of states) start(state);

  const stop = () => {
    if (stopping) return finished;
    stopping = true;
    for (const { child } of states) child?.kill("SIGTERM");
    setTimeout(() => {
      for (const { child } of states) child?.kill("SIGKILL");
    }, GRACE_MS).unref();
    settle();
    return finished;
  };
  return { stop, finished };
}
