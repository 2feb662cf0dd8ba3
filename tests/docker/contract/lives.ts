import { describe, expect, it } from "vitest";
import { removeLeftovers } from "@/evaluator/worker/leftovers";
import { processLabels } from "@/evaluator/worker/process-mark";
import { createLogger } from "@/lib/log";
import { type ContractKit, newToken } from "./kit";

/** Opening, closing, leaving behind. */
export function describeLives(kit: ContractKit): void {
  describe("lives of sandboxes", () => {
    it("keeps sandboxes that run at the same time apart", async () => {
      const [one, two] = await Promise.all([kit.start(), kit.start()]);
      await kit.run(one, (programs) => programs.write("/mine", "one"));
      expect((await two.read("/mine", 10)).status).toBe("missing");
      const token = newToken();
      const running = kit.run(two, (programs) => programs.chatter(4));
      await kit.run(one, (programs) => programs.stubborn(token), { timeoutSeconds: 1 });
      expect((await running).end).toEqual({ kind: "exited", code: 0 });
      expect(one.id).not.toBe(two.id);
      await one.close();
      expect((await kit.run(two, (programs) => programs.exit(0))).end).toEqual({ kind: "exited", code: 0 });
      await two.close();
    });

    it("leaves nothing behind when closed, even in the middle of a command", async () => {
      const before = kit.harness.sandboxes();
      const session = await kit.start();
      expect(kit.harness.sandboxes()).toBe(before + 1);
      const token = newToken();
      let ready: () => void = () => {};
      const printed = new Promise<void>((resolve) => {
        ready = resolve;
      });
      const running = kit.run(session, (programs) => programs.stubborn(token), { onOutput: () => ready() });
      await printed;
      expect(await session.close()).toEqual({ status: "done" });
      expect((await running).end).toEqual({ kind: "cancelled" });
      expect(kit.harness.livingProcesses(token)).toBe(0);
      expect(kit.harness.sandboxes()).toBe(before);
      expect(await session.close()).toEqual({ status: "done" });
    });

    it("finds and removes what a killed worker left, and nothing else", async () => {
      const other = await kit.start({ labels: { owner: "another worker", key: "k" } });
      const before = kit.harness.sandboxes();
      const token = newToken();
      await kit.harness.abandon({ owner: "killed worker", key: token }, token);
      expect(kit.harness.sandboxes()).toBe(before + 1);
      expect(kit.harness.livingProcesses(token)).toBeGreaterThan(0);
      const next = kit.harness.provider();
      expect(await next.reap({ owner: "killed worker", key: "not this one" })).toEqual({
        status: "reaped",
        count: 0,
      });
      expect(await next.reap({ owner: "killed worker" })).toEqual({ status: "reaped", count: 1 });
      expect(kit.harness.sandboxes()).toBe(before);
      expect(kit.harness.livingProcesses(token)).toBe(0);
      expect(await next.reap({ owner: "killed worker" })).toEqual({ status: "reaped", count: 0 });
      expect((await kit.run(other, (programs) => programs.exit(0))).end).toEqual({ kind: "exited", code: 0 });
      await other.close();
    });

    it("removes what processes that are gone left, and keeps what the living and other machines opened", async () => {
      const living = processLabels();
      const elsewhere = { ...living, host: `not-${living.host}`, process: "another-boot pid:[1] 7" };
      const kept = await Promise.all(
        [living, elsewhere].map((labels) =>
          kit.start({ labels: { owner: "somebody", key: "k", ...labels } }),
        ),
      );
      const before = kit.harness.sandboxes();
      const token = newToken();
      const gone = { ...living, pid: "4194305", process: living.process.replace(/\d+$/, "1") };
      await kit.harness.abandon({ owner: "nobody knows", key: token, ...gone }, token);
      expect(kit.harness.sandboxes()).toBe(before + 1);
      const next = kit.harness.provider();
      await removeLeftovers(next, createLogger("contract", "silent"));
      expect(kit.harness.sandboxes()).toBe(before);
      expect(kit.harness.livingProcesses(token)).toBe(0);
      for (const session of kept) {
        expect((await kit.run(session, (programs) => programs.exit(0))).end).toEqual({
          kind: "exited",
          code: 0,
        });
        await session.close();
      }
    });

    it("refuses to reap without a label", async () => {
      await expect(kit.provider.reap({})).rejects.toThrow(TypeError);
    });

    it("identifies the image it runs", async () => {
      const image = await kit.provider.image(kit.harness.image);
      if (image.status !== "found") throw new Error(image.status);
      expect(image.digest).not.toBe("");
    });
  });
}
