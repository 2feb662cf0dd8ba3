import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const SCRIPT = pathToFileURL(path.join(import.meta.dirname, "apptainer-program.mjs")).href;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "apptainer-program-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

async function ensure(script: string | null): Promise<{ status: string; message: string; mend: string }> {
  if (script !== null) {
    writeFileSync(path.join(dir, "apptainer"), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(dir, "apptainer"), 0o755);
  }
  const { ensureApptainer } = await import(SCRIPT);
  return ensureApptainer({ install: false, env: { PATH: dir } });
}

test("a program that works is used as it is", async () => {
  const found = await ensure("echo apptainer version 1.3.6-2");
  expect(found).toEqual({ status: "ready", message: "Apptainer 1.3.6 is here.", mend: "" });
});

test.each([
  ["missing", null],
  ["broken", "echo cannot load; exit 1"],
])("a %s program is told with what to do, where nothing may be installed", async (_how, script) => {
  const found = await ensure(script);
  expect(found.status).toBe("unavailable");
  expect(found.mend).toContain("root on Debian");
});
