import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take long, longest first: begun last, they would leave a core idle at the end. Those that mostly wait
 * stand beside some that only compute.
 */
const LONGEST = [
  "tests/docker/unity-behaviours.test.ts",
  "evaluator/tree/limits.slow.test.ts",
  "tests/docker/attacks.test.ts",
  "evaluator/worker/processes.slow.test.ts",
  "tests/docker/apptainer-contract.test.ts",
  "evaluator/tree/property.slow.test.ts",
  "tests/docker/sandbox-contract.test.ts",
  "tests/docker/validate.test.ts",
  "tests/docker/standin-editor.test.ts",
  "tests/docker/warm-disk.test.ts",
  "tests/docker/apptainer-provider.test.ts",
  "tests/docker/docker-provider.test.ts",
  "tests/docker/hook-and-asmdef.test.ts",
  "tests/docker/warm-image.test.ts",
  "tests/docker/standin-image.test.ts",
  "tests/docker/shadowed-framework.test.ts",
  "lib/services/account/sign-in.slow.test.ts",
  "evaluator/baseline/workspace.slow.test.ts",
  "evaluator/tree/mirror.slow.test.ts",
  "tests/unit/sample-set.slow.test.ts",
  "tests/docker/licence-leaks.test.ts",
  "tests/cli/baseline.test.ts",
  "tests/cli/portal-queue.test.ts",
  "tests/cli/portal-uploads.test.ts",
  "tests/cli/apptainer.test.ts",
  "tests/cli/every-way-in.test.ts",
  "tests/cli/audit.test.ts",
  "tests/cli/every-command.test.ts",
  "tests/cli/submit.test.ts",
  "tests/cli/prove-real-repositories.test.ts",
  "tests/cli/leftovers.test.ts",
  "tests/cli/official-sets.test.ts",
  "tests/cli/evaluate.test.ts",
  "tests/cli/docker-and-doctor.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(path.relative(process.cwd(), moduleId));
      return at < 0 ? LONGEST.length : at;
    };
    const others = await super.sort(files);
    return others.toSorted((one, other) => place(one) - place(other));
  }
}
