import type Docker from "dockerode";

export type PullResult =
  | { status: "pulled"; digest: string }
  | {
      status: "failed";
      reason: "no-such-tag" | "no-space" | "unreachable";
      message: string;
      mend: string;
      cause: unknown;
    };

/** A Unity image takes 15 GB and more once it is unpacked, and the download lies beside it meanwhile. */
const UNPACKED_BYTES = 20 * 2 ** 30;

/** Why an image had better not be pulled onto a disk; null where there is room, or where none can be seen. */
export function roomToPull(
  name: string,
  disk: { place: string; freeBytes: number } | null,
): { message: string; mend: string } | null {
  if (disk === null || disk.freeBytes >= UNPACKED_BYTES) return null;
  const gibibytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  return {
    message: `${name} is not pulled: ${disk.place} has ${gibibytes(disk.freeBytes)} free, an editor image may need ${gibibytes(UNPACKED_BYTES)}.`,
    mend: "Free space there, or pull the image yourself: docker pull.",
  };
}

/**
 * Pulls an editor image and tells plainly why it could not be had. Not every editor version has every image
 * (a missing tag is answered with "manifest unknown"), and a full disk shows only while layers unpack.
 */
export async function pullImage(
  docker: Docker,
  name: string,
  options: { onLine?: (line: string) => void; signal?: AbortSignal } = {},
): Promise<PullResult> {
  try {
    const stream = await docker.pull(name, options.signal ? { abortSignal: options.signal } : {});
    await followPull(docker, stream, options.onLine ?? (() => {}));
    const image = await docker.getImage(name).inspect();
    return { status: "pulled", digest: image.Id };
  } catch (cause) {
    return explain(name, cause);
  }
}

/** Prints each layer's end once; the stream itself speaks many times a second. */
async function followPull(
  docker: Docker,
  stream: NodeJS.ReadableStream,
  onLine: (line: string) => void,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(
      stream,
      (error) => (error ? reject(error) : resolve()),
      (event: { id?: string; status?: string }) => {
        if (event.status === "Pull complete" || event.status === "Download complete")
          onLine(`${event.id ?? ""} ${event.status}`);
      },
    );
  });
}

function explain(name: string, cause: unknown): PullResult {
  const text = cause instanceof Error ? cause.message : String(cause);
  const failed = (
    reason: "no-such-tag" | "no-space" | "unreachable",
    message: string,
    mend: string,
  ): PullResult => ({
    status: "failed",
    reason,
    message,
    mend,
    cause,
  });
  if (/manifest unknown|not found|no such image|pull access denied/i.test(text)) {
    const mend = "Look the tag up on the registry, or name another image with SWE_GAME_BENCH_EDITOR_IMAGE.";
    return failed("no-such-tag", `There is no image ${name}: ${text}`, mend);
  }
  if (/no space left/i.test(text)) {
    return failed(
      "no-space",
      `The disk is too full for ${name}: ${text}`,
      "An editor image unpacks to 15 GB and more.",
    );
  }
  return failed(
    "unreachable",
    `${name} could not be pulled: ${text}`,
    "Check the network and the registry's address.",
  );
}
