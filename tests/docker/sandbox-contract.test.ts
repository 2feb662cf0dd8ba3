import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { FakeHost } from "@/evaluator/sandbox/fake/host";
import { FakeProvider } from "@/evaluator/sandbox/fake/provider";
import { selectSandbox } from "@/evaluator/sandbox/select";
import type { SandboxProvider } from "@/evaluator/sandbox/types";
import type { ContractHarness } from "./contract/kit";
import { describeSandboxContract } from "./sandbox-contract";
import { abandonInProcess } from "./support/abandon-in-process";
import { testConnection } from "./support/engine";
import { fakeContractFunctions, fakeContractPrograms } from "./support/fake-programs";
import { processesWith } from "./support/processes";
import { shellPrograms } from "./support/shell-programs";
import { ensureTestImage } from "./support/test-image";

const installation = `contract-${process.pid}-${Date.now()}`;
const baseDir = mkdtempSync(path.join(os.tmpdir(), "sandbox-contract-"));
afterAll(() => rmSync(baseDir, { recursive: true, force: true }));

describeSandboxContract(async () => fakeHarness(), "fake");
describeSandboxContract(async () => realHarness("local", "ignored"), "local");
describeSandboxContract(async () => realHarness("docker", await ensureTestImage()), "docker");

function realHarness(kind: "docker" | "local", image: string): ContractHarness {
  return {
    name: kind,
    image,
    installation,
    provider: () => realProvider(kind),
    programs: shellPrograms,
    livingProcesses: processesWith,
    sandboxes: kind === "docker" ? countContainers : countFolders,
    abandon: (labels, token) => abandonInProcess({ kind, installation, baseDir, image, labels, token }),
  };
}

function realProvider(kind: "docker" | "local"): SandboxProvider {
  const selected = selectSandbox({ kind, installation, baseDir, docker: testConnection });
  if (selected.status !== "selected") throw new Error(selected.message);
  return selected.provider;
}

function countContainers(): number {
  const filter = `label=swe-game-bench.installation=${installation}`;
  return execFileSync("docker", ["ps", "-aq", "--filter", filter]).toString().split("\n").filter(Boolean)
    .length;
}

function countFolders(): number {
  const dir = path.join(baseDir, installation);
  return existsSync(dir) ? readdirSync(dir).length : 0;
}

function fakeHarness(): ContractHarness {
  const host = new FakeHost();
  host.addImage("fake/image:1");
  const provider = () => new FakeProvider({ installation, host, programs: fakeContractFunctions });
  return {
    name: "fake",
    image: "fake/image:1",
    installation,
    provider,
    programs: () => fakeContractPrograms,
    livingProcesses: (token) =>
      [...host.processes].filter(({ argv }) => argv.join(" ").includes(token)).length,
    sandboxes: () => host.sandboxes.size,
    abandon: async (labels, token) => {
      const limits = { memoryBytes: 1e9, cpus: 1, processes: 50, diskBytes: 1e9 };
      const opened = await provider().open({ image: "fake/image:1", limits, labels, network: "none" });
      if (opened.status !== "open") throw new Error(opened.message);
      // Nobody waits for it any more: its worker is gone.
      void opened.session.exec({ argv: ["stubborn", token], timeoutSeconds: 600, outputLimit: 100 });
    },
  };
}
