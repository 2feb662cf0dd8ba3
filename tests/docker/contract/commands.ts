import { describe, expect, it } from "vitest";
import { type ContractKit, MB, tarOf } from "./kit";

/** Running commands: exit codes, output, settings. */
export function describeCommands(kit: ContractKit): void {
  describe("commands", () => {
    it("tells the exit code", async () => {
      const session = await kit.shared();
      for (const code of [0, 1, 42, 255]) {
        expect((await kit.run(session, (programs) => programs.exit(code))).end).toEqual({
          kind: "exited",
          code,
        });
      }
    });

    it("ends a command that does not exist as a shell would", async () => {
      const session = await kit.shared();
      const { end } = await kit.run(session, () => ["no-such-command-anywhere"]);
      expect([126, 127]).toContain(end.kind === "exited" ? end.code : end.kind);
      expect((await kit.run(session, (programs) => programs.exit(0))).end).toEqual({
        kind: "exited",
        code: 0,
      });
    });

    it("captures standard output and error, and hands chunks on as they come", async () => {
      const session = await kit.shared();
      const chunks: Uint8Array[] = [];
      const { text } = await kit.run(session, (programs) => programs.say("out ü", "err"), {
        onOutput: (chunk) => chunks.push(Buffer.from(chunk)),
      });
      expect(text.split("\n").filter(Boolean).sort()).toEqual(["err", "out ü"]);
      expect(Buffer.concat(chunks).toString()).toBe(text);
    });

    it("rejects when the listener throws, and the sandbox is dead", async () => {
      const session = await kit.start();
      const onOutput = () => {
        throw new Error("the log cannot be written");
      };
      await expect(kit.run(session, (programs) => programs.silent(), { onOutput })).rejects.toThrow(
        "cannot be written",
      );
      expect((await kit.run(session, (programs) => programs.exit(0))).end).toEqual({ kind: "cancelled" });
      await session.close();
    });

    it("keeps head and tail of 200 MB of output within little memory", async () => {
      const session = await kit.shared();
      global.gc?.();
      let peak = 0;
      const before = process.memoryUsage().rss;
      const { output, end } = await kit.run(session, (programs) => programs.flood(200_000_000), {
        outputLimit: 1000,
        onOutput: () => {
          peak = Math.max(peak, process.memoryUsage().rss - before);
        },
      });
      expect(end).toEqual({ kind: "exited", code: 0 });
      expect(output.head).toHaveLength(500);
      expect(output.tail).toHaveLength(500);
      expect(Buffer.from(output.head.subarray(0, 6)).toString()).toBe("BEGINx");
      expect(Buffer.from(output.tail.subarray(-4)).toString()).toBe("xEND");
      expect(output.omittedBytes).toBe(200_000_008 - 1000);
      expect(peak).toBeLessThan(150 * MB);
    });

    it("sets the variables of the sandbox and of the command, and the folder", async () => {
      const session = await kit.start({ env: { ONE: "sandbox", TWO: "sandbox" } });
      const env = { TWO: "command ü" };
      const show = (name: string) => kit.run(session, (programs) => programs.showVariable(name), { env });
      expect((await show("ONE")).text.trim()).toBe("sandbox");
      expect((await show("TWO")).text.trim()).toBe("command ü");
      await session.put(tarOf([{ name: "x", data: Buffer.from("x") }]), "/some/place");
      const { text } = await kit.run(session, (programs) => programs.showFolder(), { cwd: "/some/place" });
      expect(text.trim()).toBe(session.path("/some/place"));
      await session.close();
    });

    it("passes no variable of the harness itself on to programs", async () => {
      process.env.CONTRACT_SECRET = "secret";
      const session = await kit.start();
      expect(
        (await kit.run(session, (programs) => programs.showVariable("CONTRACT_SECRET"))).text.trim(),
      ).toBe("");
      await session.close();
    });
  });
}
