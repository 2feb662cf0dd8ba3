import { readFileSync } from "node:fs";
import path from "node:path";
import { tarOf } from "@/evaluator/run/tar";
import { DockerEngine } from "@/evaluator/sandbox/docker/engine";
import { DockerProvider } from "@/evaluator/sandbox/docker/provider";
import type { SandboxSession } from "@/evaluator/sandbox/types";
import { ensureStandinImages } from "@/evaluator/unity/standin-image";
import { readConfig } from "@/lib/config";

const VERSION = "2019.4.36f1";
const MIB = 1024 * 1024;
const USUAL = ["-batchmode", "-nographics", "-logFile", "/dev/stdout"];
const config = readConfig();

export type EditorRun = { code: number | string; log: string };
export type EditorSession = {
  /** Lays files into the project at /project; a leading "/" is left as it is. */
  lay(files: Record<string, string>): Promise<void>;
  editor(...args: string[]): Promise<EditorRun>;
  /** The editor with these arguments and no others. */
  bare(...args: string[]): Promise<EditorRun>;
  /** The text of a file, or null. */
  read(file: string): Promise<string | null>;
  licence(): Promise<void>;
  close(): Promise<void>;
};

/** A container of the stand-in with a project of two files, as hardened as an evaluation's. */
export async function openEditor(): Promise<EditorSession> {
  const connected = DockerEngine.connect(config.docker);
  if (connected.status !== "connected") throw new Error(connected.message);
  const editorDir = path.join(config.sampleDir, "editor");
  const images = await ensureStandinImages({
    docker: connected.engine.docker,
    buckets: [VERSION],
    editorDir,
  });
  if (images.status !== "ready") throw new Error(images.message);
  const opened = await new DockerProvider(connected.engine, "tests").open({
    image: images.images[0]?.name ?? "",
    limits: { memoryBytes: 512 * MIB, cpus: 2, processes: 128, diskBytes: 256 * MIB },
    labels: { owner: `editor-${process.pid}`, key: "standin-editor" },
    network: "none",
  });
  if (opened.status !== "open") throw new Error(opened.message);
  const session = opened.session;
  await layInto(session, {
    "ProjectSettings/ProjectVersion.txt": `m_EditorVersion: ${VERSION}\n`,
    "Packages/manifest.json": '{ "dependencies": { "com.unity.test-framework": "1.1.29" } }',
    "Assets/Game.cs": "public static class Game { public static int Two() { return 2; } }\n",
  });
  return {
    lay: (files) => layInto(session, files),
    editor: (...args) => run(session, [...USUAL, ...args]),
    bare: (...args) => run(session, args),
    read: async (file) => {
      const found = await session.read(file, MIB);
      return found.status === "found" ? new TextDecoder().decode(found.data) : null;
    },
    licence: () =>
      layInto(session, {
        "/root/.local/share/unity3d/Unity/Unity_lic.ulf": readFileSync(
          path.join(editorDir, "licence/Unity_lic.ulf"),
          "utf8",
        ),
      }),
    close: async () => {
      await session.close();
    },
  };
}

async function layInto(session: SandboxSession, files: Record<string, string>): Promise<void> {
  const list = Object.entries(files).map(([name, text]) => ({
    path: name.startsWith("/") ? name.slice(1) : `project/${name}`,
    mode: "100644" as const,
    data: Buffer.from(text),
  }));
  const put = await session.put(await tarOf({ files: list }), "/");
  if (put.status === "sandbox-failed") throw new Error(put.message);
}

async function run(session: SandboxSession, args: string[]): Promise<EditorRun> {
  const result = await session.exec({
    argv: ["unity-editor", ...args],
    timeoutSeconds: 100,
    outputLimit: MIB,
  });
  const log = Buffer.concat([result.output.head, result.output.tail]).toString();
  return { code: result.end.kind === "exited" ? result.end.code : result.end.kind, log };
}
