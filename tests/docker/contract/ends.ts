import { describe, expect, it } from "vitest";
import { type ContractKit, type ContractPrograms, found, newToken, tarOf } from "./kit";

/** How runs are ended from outside. */
export function describeEnds(kit: ContractKit): void {
  describe("ends", () => {
    it("kills everything at the time limit: who ignores TERM, sessions of their own, daemons", async () => {
      const session = await kit.start();
      const token = newToken();
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, kit.harness.livingProcesses(token));
      }, 200);
      const { end, text, durationMs } = await kit.run(session, (programs) => programs.stubborn(token), {
        timeoutSeconds: 3,
      });
      clearInterval(watch);
      expect(end).toEqual({ kind: "timed-out", limitSeconds: 3 });
      expect(text).toContain("ready");
      expect(durationMs).toBeGreaterThanOrEqual(3000);
      expect(durationMs).toBeLessThan(20_000);
      expect(most).toBeGreaterThanOrEqual(4);
      expect(kit.harness.livingProcesses(token)).toBe(0);
      await session.close();
    });

    it("reads files of a killed sandbox and answers further commands with the same end", async () => {
      const session = await kit.start();
      await session.put(tarOf([{ name: "kept", data: Buffer.from("kept") }]), "/results");
      await kit.run(session, (programs) => programs.silent(), { timeoutSeconds: 1 });
      expect(Buffer.from((await found(session, "/results/kept")).data).toString()).toBe("kept");
      const again = await kit.run(session, (programs) => programs.exit(0));
      expect(again.end).toEqual({ kind: "timed-out", limitSeconds: 1 });
      await session.close();
    });

    it("kills what is silent for too long", async () => {
      const session = await kit.start();
      const { end, text } = await kit.run(session, (programs) => programs.silent(), { stallSeconds: 2 });
      expect(end).toEqual({ kind: "stalled", silentSeconds: 2 });
      expect(text).not.toBe("");
      await session.close();
    });

    it("lets a program run on that keeps printing", async () => {
      const session = await kit.shared();
      const { end } = await kit.run(session, (programs) => programs.chatter(4), { stallSeconds: 2 });
      expect(end).toEqual({ kind: "exited", code: 0 });
    });

    it("cancels a running command and kills the sandbox", async () => {
      const session = await kit.start();
      const token = newToken();
      const controller = new AbortController();
      const onOutput = () => controller.abort();
      const { end } = await kit.run(session, (programs) => programs.stubborn(token), {
        signal: controller.signal,
        onOutput,
      });
      expect(end).toEqual({ kind: "cancelled" });
      expect(kit.harness.livingProcesses(token)).toBe(0);
      await session.close();
    });

    it("starts nothing when it was cancelled before", async () => {
      const session = await kit.start();
      const write = (programs: ContractPrograms) => programs.write("/started", "yes");
      expect((await kit.run(session, write, { signal: AbortSignal.abort() })).end).toEqual({
        kind: "cancelled",
      });
      expect((await session.read("/started", 10)).status).toBe("missing");
      await session.close();
    });

    it("takes a program that kills all others for an ordinary end, never for a lost sandbox", async () => {
      const session = await kit.start();
      const { end } = await kit.run(session, (programs) => programs.killEverything());
      expect(end.kind).toBe("exited");
      const after = await kit.run(session, (programs) => programs.exit(0));
      expect(after.end.kind).toBe("exited");
      await session.close();
    });
  });
}
