import { describe, expect, it } from "vitest";
import { CommandRun, delay } from "./command-run";
import type { ExecSpec } from "./types";

const spec = (more: Partial<ExecSpec>): ExecSpec => ({
  argv: ["x"],
  timeoutSeconds: 30,
  outputLimit: 100,
  ...more,
});

describe("CommandRun", () => {
  it("stops at the wall clock", async () => {
    const run = new CommandRun(spec({ timeoutSeconds: 0.02 }));
    expect(await run.stopped).toEqual({ kind: "timed-out", limitSeconds: 0.02 });
    run.finish({ kind: "cancelled" });
  });

  it("stops after silence, and output puts that off", async () => {
    const run = new CommandRun(spec({ stallSeconds: 0.2 }));
    const started = performance.now();
    for (let i = 0; i < 5; i++) {
      await delay(80);
      run.output(Buffer.from("."));
    }
    expect(await run.stopped).toEqual({ kind: "stalled", silentSeconds: 0.2 });
    expect(performance.now() - started).toBeGreaterThan(550);
    run.finish({ kind: "cancelled" });
  });

  it("stops when its signal is aborted, also when that was before the start", async () => {
    const controller = new AbortController();
    const run = new CommandRun(spec({ signal: controller.signal }));
    controller.abort();
    expect(await run.stopped).toEqual({ kind: "cancelled" });
    expect(await new CommandRun(spec({ signal: controller.signal, timeoutSeconds: 0.01 })).stopped).toEqual({
      kind: "cancelled",
    });
  });

  it("lets the first reason win", async () => {
    const run = new CommandRun(spec({}));
    run.stop({ kind: "disk-full", limitBytes: 1 });
    run.stop({ kind: "cancelled" });
    expect(await run.stopped).toEqual({ kind: "disk-full", limitBytes: 1 });
    run.finish({ kind: "cancelled" });
  });

  it("stops the run and hands on the error when the listener throws", async () => {
    const run = new CommandRun(
      spec({
        onOutput: () => {
          throw new Error("disk of the log is full");
        },
      }),
    );
    run.output(Buffer.from("a"));
    run.output(Buffer.from("b"));
    expect((await run.stopped).kind).toBe("cancelled");
    expect(() => run.finish({ kind: "cancelled" })).toThrow("disk of the log is full");
  });
});
