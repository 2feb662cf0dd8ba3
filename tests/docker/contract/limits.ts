import { execFileSync } from "node:child_process";
import { describe, expect } from "vitest";
import { type ContractKit, LIMITS, MB, newToken } from "./kit";

/** What a program cannot take or reach. */
export function describeLimits(kit: ContractKit): void {
  describe("limits", () => {
    kit.isolates("memory", "ends a program at the memory limit as out of memory", async () => {
      const session = await kit.start();
      const { end } = await kit.run(session, (programs) => programs.hogMemory());
      expect(end).toEqual({ kind: "out-of-memory", limitBytes: LIMITS.memoryBytes });
      await session.close();
    });

    kit.isolates(
      "memory",
      "tells out of memory also when only a child died and the exit code is 0",
      async () => {
        const session = await kit.start();
        const { end } = await kit.run(session, (programs) => programs.hogMemoryInChild());
        expect(end).toEqual({ kind: "out-of-memory", limitBytes: LIMITS.memoryBytes });
        await session.close();
      },
    );

    kit.isolates("processes", "contains a fork bomb", async () => {
      const session = await kit.start();
      const token = newToken();
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, kit.harness.livingProcesses(token));
        execFileSync("true");
      }, 100);
      const { end } = await kit.run(session, (programs) => programs.forkBomb(token), { timeoutSeconds: 3 });
      clearInterval(watch);
      expect(["exited", "timed-out"]).toContain(end.kind);
      expect(end).not.toEqual({ kind: "exited", code: 0 });
      expect(most).toBeGreaterThan(10);
      expect(most).toBeLessThanOrEqual(LIMITS.processes);
      expect(await session.close()).toEqual({ status: "done" });
      expect(kit.harness.livingProcesses(token)).toBe(0);
    });

    kit.isolates("disk", "ends a program that fills the disk", async () => {
      const limits = { ...LIMITS, diskBytes: 40 * MB };
      const session = await kit.start({ limits });
      const { end, durationMs } = await kit.run(session, (programs) => programs.fillDisk());
      expect(end).toEqual({ kind: "disk-full", limitBytes: limits.diskBytes });
      expect(durationMs).toBeLessThan(50_000);
      await session.close();
    });

    kit.isolates("disk", "ends a program that fills the disk with empty files", async () => {
      const limits = { ...LIMITS, diskBytes: 20 * MB };
      const session = await kit.start({ limits });
      const { end } = await kit.run(session, (programs) => programs.fillDiskWithEmptyFiles());
      expect(end).toEqual({ kind: "disk-full", limitBytes: limits.diskBytes });
      await session.close();
    });

    kit.isolates("network", "has no network but loopback", async () => {
      const session = await kit.shared();
      const interfaces = await kit.run(session, (programs) => programs.networkInterfaces());
      expect(interfaces.text.split(/\s+/).filter(Boolean)).toEqual(["lo"]);
      const { end } = await kit.run(session, (programs) => programs.connect());
      expect(end.kind).toBe("exited");
      expect(end).not.toEqual({ kind: "exited", code: 0 });
    });

    kit.isolates("privileges", "gives programs no capabilities and no way to get any", async () => {
      const session = await kit.shared();
      const { text } = await kit.run(session, (programs) => programs.processStatus());
      expect(text).toMatch(/^CapEff:\s*0+$/m);
      expect(text).toMatch(/^CapBnd:\s*0+$/m);
      expect(text).toMatch(/^NoNewPrivs:\s*1$/m);
    });
  });
}
