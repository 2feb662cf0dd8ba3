import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";

const MANIFEST = "application/vnd.docker.distribution.manifest.v2+json";
const CONFIG = "application/vnd.docker.container.image.v1+json";
const LAYER = "application/vnd.docker.image.rootfs.diff.tar";

/** A registry that speaks just enough of its protocol to be pulled from; it has one image of the Docker engine. */
export async function registryWith(image: string): Promise<{ name: string; stop: () => void }> {
  const blobs = new Map<string, Buffer>();
  const add = (data: Buffer, mediaType: string) => {
    const digest = `sha256:${createHash("sha256").update(data).digest("hex")}`;
    blobs.set(digest, data);
    return { mediaType, size: data.length, digest };
  };
  const saved = savedImage(image);
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: MANIFEST,
      config: add(saved.config, CONFIG),
      layers: saved.layers.map((layer) => add(layer, LAYER)),
    }),
  );
  const digest = add(manifest, MANIFEST).digest;
  const server = http.createServer((request, response) => {
    const last = request.url?.split("/").at(-1) ?? "";
    const data = last === "1" ? manifest : blobs.get(last);
    const found = request.url === "/v2/" || data !== undefined;
    const type = data === manifest ? { "content-type": MANIFEST, "docker-content-digest": digest } : {};
    response.writeHead(found ? 200 : 404, { "content-length": data?.length ?? 0, ...type });
    response.end(request.method === "HEAD" ? undefined : data);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { name: `127.0.0.1:${port}/some/editor:1`, stop: () => server.close() };
}

function savedImage(image: string): { config: Buffer; layers: Buffer[] } {
  const work = mkdtempSync(path.join(os.tmpdir(), "registry-"));
  try {
    execFileSync("sh", ["-c", 'docker save "$0" | tar -x -C "$1"', image, work]);
    const read = (name: string) => readFileSync(path.join(work, name));
    const [entry] = JSON.parse(read("manifest.json").toString()) as { Config: string; Layers: string[] }[];
    if (!entry) throw new Error("the archive holds no image");
    return { config: read(entry.Config), layers: entry.Layers.map(read) };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
