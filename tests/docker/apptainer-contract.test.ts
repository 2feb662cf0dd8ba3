import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe } from "vitest";
import { ApptainerProvider } from "@/evaluator/sandbox/apptainer/provider";
import { describeEnds } from "./contract/ends";
import { type ContractHarness, ContractKit } from "./contract/kit";
import { describeLimits } from "./contract/limits";
import { describeSandboxContract } from "./sandbox-contract";
import { abandonInProcess } from "./support/abandon-in-process";
import { addFromDocker, apptainerFolder, countSandboxes } from "./support/apptainer";
import { processesWith } from "./support/processes";
import { shellPrograms } from "./support/shell-programs";
import { ensureTestImage } from "./support/test-image";

const dir = apptainerFolder();
afterAll(() => execFileSync("rm", ["-rf", dir]));

describeSandboxContract(() => harness(true), "apptainer");
describe("sandbox contract: apptainer without control groups", () => {
  const kit = new ContractKit(() => harness(false));
  beforeAll(() => kit.setUp());
  afterAll(() => kit.tearDown());
  describeEnds(kit);
  describeLimits(kit);
});

async function harness(controlGroups: boolean): Promise<ContractHarness> {
  const installation = `contract-${process.pid}-${controlGroups}`;
  const image = await ensureTestImage();
  const provider = () =>
    new ApptainerProvider({ installation, dir, controlGroups, searchPath: process.env.PATH });
  await addFromDocker(provider(), image);
  return {
    name: "apptainer",
    image,
    installation,
    provider,
    programs: shellPrograms,
    livingProcesses: processesWith,
    sandboxes: () => countSandboxes(dir, installation),
    abandon: (labels, token) =>
      abandonInProcess({
        kind: "apptainer",
        installation,
        apptainerDir: dir,
        controlGroups,
        image,
        labels,
        token,
      }),
  };
}
