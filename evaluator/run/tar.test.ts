import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pack } from "tar-stream";
import { expect, test } from "vitest";
import { tarOf } from "./tar";

test("a tar below a folder keeps names of any length, modes, times and bytes, beside files of ours", async () => {
  const long = `${"deep-folder/".repeat(20)}ünïcode name.bin`;
  const mtime = new Date("2020-05-05T05:05:05Z");
  const inner = pack();
  inner.entry({ name: long, mode: 0o755, mtime }, Buffer.of(0, 255, 10, 13));
  inner.finalize();
  const outer = await tarOf({
    files: [{ path: "etc/ours.txt", mode: "100644", data: Buffer.from("ours") }],
    folders: ["var/empty"],
    below: { folder: "project", tar: await bytesOf(inner as AsyncIterable<Buffer>) },
  });
  const dir = mkdtempSync(path.join(tmpdir(), "tar-"));
  execFileSync("tar", ["-x", "-C", dir], { input: outer });
  const copied = path.join(dir, "project", long);
  expect([...readFileSync(copied)]).toEqual([0, 255, 10, 13]);
  expect(statSync(copied).mode & 0o777).toBe(0o755);
  expect(statSync(copied).mtime).toEqual(mtime);
  expect(readFileSync(path.join(dir, "etc/ours.txt"), "utf8")).toBe("ours");
  expect(statSync(path.join(dir, "var/empty")).isDirectory()).toBe(true);
  rmSync(dir, { recursive: true });
});

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
