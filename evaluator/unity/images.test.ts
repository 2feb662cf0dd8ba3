import { expect, test } from "vitest";
import { repoSchema } from "@/lib/domain/instance";
import { editorImageName } from "./images";
import { roomToPull } from "./pull-image";

const settings = { editorImage: "unityci/editor:ubuntu-{bucket}-base-3" };
const repo = (more: Record<string, unknown>) =>
  repoSchema.parse({ name: "R", url: "x", unity_buckets: ["2019.4.36f1"], ...more });
const PINNED = `unityci/editor:ubuntu-2019.4.36f1-base-3@sha256:${"a".repeat(64)}`;

test("an editor's image is the one that the repository names for it, else by its template, else by the settings", () => {
  expect(editorImageName(repo({}), "2019.4.36f1", settings)).toBe("unityci/editor:ubuntu-2019.4.36f1-base-3");
  const own = { editor_image: "own/editor:{bucket}" };
  expect(editorImageName(repo(own), "2019.4.36f1", settings)).toBe("own/editor:2019.4.36f1");
  const both = repo({ ...own, editor_images: { "2019.4.36f1": PINNED } });
  expect(editorImageName(both, "2019.4.36f1", settings)).toBe(PINNED);
  expect(editorImageName(both, "2020.3.48f1", settings)).toBe("own/editor:2020.3.48f1");
});

test("an image is not pulled onto a disk that it would fill, and the numbers are told", () => {
  const gib = 2 ** 30;
  expect(roomToPull("unity", { place: "/var/lib/docker", freeBytes: 7.5 * gib })?.message).toBe(
    "unity is not pulled: /var/lib/docker has 7.5 GiB free, an editor image may need 20.0 GiB.",
  );
  expect(roomToPull("unity", { place: "/var/lib/docker", freeBytes: 21 * gib })).toBeNull();
  expect(roomToPull("unity", null)).toBeNull();
});
