import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a minute or more, the longest first: one that begins last would keep one core busy alone. */
const LONG = [
  "tests/docker/unity-behaviours",
  "tests/docker/attacks",
  "tests/docker/apptainer-contract",
  "tests/docker/sandbox-contract",
  "tests/cli/baseline",
  "tests/cli/portal-queue",
  "tests/docker/standin-image",
  "tests/cli/every-way-in",
  "tests/cli/portal-uploads",
  "tests/cli/audit",
  "tests/cli/apptainer",
];
/** Then whole projects, those of long files first. */
const PROJECTS = ["integration", "cli", "slow", "unit"];

/** Puts test files in the order of how long they take. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  const file = path.relative(process.cwd(), moduleId);
  const long = LONG.findIndex((one) => file.startsWith(`${one}.`));
  return long >= 0 ? long : LONG.length + PROJECTS.indexOf(project.name);
}
