import { afterAll, beforeAll, describe } from "vitest";
import { describeCommands } from "./contract/commands";
import { describeEnds } from "./contract/ends";
import { describeFiles } from "./contract/files";
import { type ContractHarness, ContractKit } from "./contract/kit";
import { describeLimits } from "./contract/limits";
import { describeLives } from "./contract/lives";

/** The promises of `evaluator/sandbox/types.ts`, held against one provider. */
export function describeSandboxContract(makeHarness: () => Promise<ContractHarness>, name: string): void {
  describe(`sandbox contract: ${name}`, () => {
    const kit = new ContractKit(makeHarness);
    beforeAll(() => kit.setUp());
    afterAll(() => kit.tearDown());
    describeFiles(kit);
    describeCommands(kit);
    describeEnds(kit);
    describeLimits(kit);
    describeLives(kit);
  });
}
