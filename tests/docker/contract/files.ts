import { execFileSync } from "node:child_process";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { bytesOf, type ContractKit, found, MB, tarOf } from "./kit";

/** Files in and out, and away. */
export function describeFiles(kit: ContractKit): void {
  describe("files", () => {
    it("gives back the bytes, modes and names that were put", async () => {
      const session = await kit.shared();
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 31) % 256));
      const tar = tarOf([
        { name: "plain.bin", data: bytes, mode: 0o644 },
        { name: "sub folder/Größe 試し.txt", data: Buffer.from("\ufeffa\r\n"), mode: 0o755 },
        { name: "empty", data: Buffer.alloc(0), mode: 0o600 },
      ]);
      expect(await session.put(tar, "/work/deep/er")).toEqual({ status: "done" });
      const plain = await found(session, "/work/deep/er/plain.bin");
      expect(Buffer.from(plain.data).equals(bytes)).toBe(true);
      expect(plain.truncated).toBe(false);
      const named = await found(session, "/work/deep/er/sub folder/Größe 試し.txt");
      expect(Buffer.from(named.data).toString("hex")).toBe("efbbbf610d0a");
      expect((await found(session, "/work/deep/er/empty")).data).toHaveLength(0);
      const mode = await kit.run(session, (programs) =>
        programs.showMode("/work/deep/er/sub folder/Größe 試し.txt"),
      );
      expect(mode.text.trim()).toBe("755");
    });

    it("lets programs see what was put and reads what they write", async () => {
      const session = await kit.shared();
      await session.put(tarOf([{ name: "in.txt", data: Buffer.from("from outside") }]), "/exchange");
      expect((await kit.run(session, (programs) => programs.show("/exchange/in.txt"))).text).toBe(
        "from outside",
      );
      const before = Date.now();
      await kit.run(session, (programs) => programs.write("/exchange/out.txt", "from inside"));
      const out = await found(session, "/exchange/out.txt");
      expect(Buffer.from(out.data).toString()).toBe("from inside");
      expect(out.mtimeMs).toBeGreaterThan(before - 2000);
      expect(out.mtimeMs).toBeLessThan(Date.now() + 2000);
    });

    it("puts over existing files and takes a tar as one piece of bytes", async () => {
      const session = await kit.shared();
      await session.put(tarOf([{ name: "a", data: Buffer.from("first, longer") }]), "/over");
      const second = await bytesOf(tarOf([{ name: "a", data: Buffer.from("second") }]));
      expect(await session.put(second, "/over")).toEqual({ status: "done" });
      expect(Buffer.from((await found(session, "/over/a")).data).toString()).toBe("second");
    });

    it("fails instead of throwing when the tar ends in the middle or its source breaks", async () => {
      const session = await kit.start();
      const whole = await bytesOf(tarOf([{ name: "a", data: Buffer.alloc(5000, 1) }]));
      expect((await session.put(whole.subarray(0, 2000), "/cut")).status).toBe("sandbox-failed");
      const breaks = async function* () {
        yield whole.subarray(0, 600);
        throw new Error("the source broke");
      };
      expect((await session.put(Readable.from(breaks()), "/cut")).status).toBe("sandbox-failed");
      const destroyed = Readable.from([whole]);
      destroyed.destroy();
      expect((await session.put(destroyed, "/cut")).status).toBe("sandbox-failed");
      await session.close();
    });

    it("tells missing files, links, folders and pipes from files, and does not follow links", async () => {
      const session = await kit.shared();
      await kit.run(session, (programs) => programs.makeOddFiles("/odd"));
      expect(await session.read("/odd/nothing", 100)).toEqual({ status: "missing" });
      expect(await session.read("/nowhere/at/all", 100)).toEqual({ status: "missing" });
      expect(await session.read("/odd/link", 100)).toEqual({ status: "refused", found: "link" });
      expect(await session.read("/odd/pipe", 100)).toEqual({ status: "refused", found: "pipe" });
      expect(await session.read("/odd/folder", 100)).toEqual({ status: "refused", found: "folder" });
      expect((await session.read("/dev/zero", 100)).status).not.toBe("found");
      await kit.run(session, (programs) => programs.write("/odd/file", "x"));
      expect(await session.read("/odd/file/below", 100)).toEqual({ status: "missing" });
    });

    it("never hands out the machine's own files through a linked folder", async () => {
      const session = await kit.shared();
      await kit.run(session, (programs) => programs.makeOddFiles("/linked"));
      const read = await session.read("/linked/out/hostname", 1000);
      const hostName = execFileSync("cat", ["/etc/hostname"]).toString();
      if (read.status === "found") expect(Buffer.from(read.data).toString()).not.toBe(hostName);
    });

    it("cuts a huge file at the limit and says so", async () => {
      const session = await kit.shared();
      await kit.run(session, (programs) => programs.makeFile("/huge.bin", 100 * MB));
      const huge = await found(session, "/huge.bin", 1000);
      expect(huge.data).toHaveLength(1000);
      expect(huge.truncated).toBe(true);
    });

    it("removes thousands of files and folders, and minds no missing ones", async () => {
      const session = await kit.shared();
      const names = Array.from({ length: 4000 }, (_, i) => `folder ${i % 50}/${"long-name-".repeat(9)}${i}`);
      await session.put(tarOf([...names, "keep"].map((name) => ({ name, data: Buffer.from("x") }))), "/many");
      const paths = [...names.slice(1).map((name) => `/many/${name}`), "/many/missing", "/nothing/here"];
      expect(await session.remove(paths)).toEqual({ status: "done" });
      expect((await session.read(`/many/${names.at(-1)}`, 1)).status).toBe("missing");
      expect((await session.read(`/many/${names[0]}`, 1)).status).toBe("found");
      expect(await session.remove(["/many/folder 0"])).toEqual({ status: "done" });
      expect((await session.read(`/many/${names[0]}`, 1)).status).toBe("missing");
      expect((await session.read("/many/keep", 1)).status).toBe("found");
    });

    it("refuses paths that are relative, climb, or are the root", async () => {
      const session = await kit.shared();
      await expect((async () => session.read("etc/passwd", 1))()).rejects.toThrow(TypeError);
      await expect((async () => session.put(tarOf([]), "/a/../../b"))()).rejects.toThrow(TypeError);
      await expect((async () => session.remove(["/"]))()).rejects.toThrow(TypeError);
    });
  });
}
