import { expect, test } from "vitest";
import { registryAddress } from "./image-build";

test.each([
  ["unityci/editor:ubuntu-1-base-3", "docker://unityci/editor:ubuntu-1-base-3"],
  ["unityci/editor:3@sha256:ab", "docker://unityci/editor@sha256:ab"],
  ["unityci/editor@sha256:ab", "docker://unityci/editor@sha256:ab"],
  ["host:5000/editor", "docker://host:5000/editor"],
  ["host:5000/editor@sha256:ab", "docker://host:5000/editor@sha256:ab"],
])("%s is asked for as %s", (name, address) => expect(registryAddress(name)).toBe(address));
