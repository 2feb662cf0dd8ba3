import path from "node:path/posix";
import type { SandboxSession } from "@/evaluator/sandbox/types";
import type { TreeDelta, TreeFile } from "@/evaluator/tree/types";
import { type LaidCanary, layCanary } from "@/evaluator/unity/canary";
import { LICENCE_DIR, LICENCE_NAME } from "@/evaluator/unity/licence";
import type { TestSuite } from "@/lib/domain/instance";
import { PROJECT_DIR, resultsFolder } from "./layout";
import { inSandbox, need } from "./open";
import { runSuite, tidy } from "./suite-run";
import { tarOf } from "./tar";
import { type Cancelled, type InfraFailure, infra, type RunDeps, type RunPlan, type SuiteRun } from "./types";
import { watchResults } from "./witness";

export type SuitesJob = {
  key: string;
  suites: readonly TestSuite[];
  hiddenTests: readonly TreeFile[];
  /** From the tree in the warm image to the graded tree. */
  delta: TreeDelta;
  signal?: AbortSignal;
  onLine?: (line: string) => void;
};

export type SuitesResult = { status: "ran"; runs: SuiteRun[]; editorMs: number } | InfraFailure | Cancelled;

/** Starting, filling and closing a sandbox, in seconds, beyond the editors' own limits. */
const SESSION_MARGIN = 300;

/** Runs every suite of an instance on one graded tree, in one sandbox that is thrown away. */
export async function runSuites(deps: RunDeps, plan: RunPlan, job: SuitesJob): Promise<SuitesResult> {
  const canaries: LaidCanary[] = [];
  for (const suite of job.suites) {
    const laid = layCanary(suite, job.hiddenTests);
    if (!laid)
      return infra(
        "dataset",
        `No hidden test file declares ${suite.test_class.join(" or ")}.`,
        "Check test_class and the hidden tests of the instance.",
      );
    canaries.push(laid);
  }
  const { limits, image } = plan;
  return await inSandbox(
    deps,
    { image, limits: limits.sandbox, labels: { key: job.key }, network: "none" },
    (session) => inSession(session, plan, job, canaries),
  );
}

async function inSession(
  session: SandboxSession,
  plan: RunPlan,
  job: SuitesJob,
  canaries: readonly LaidCanary[],
): Promise<SuitesResult> {
  const folder = resultsFolder();
  // The watchers start while the files go in: by then they wait for a file that is not there yet.
  const watched = job.suites.map((suite, index) => watch(session, plan, job, { suite, index, folder }));
  await fill(session, plan, job, canaries, folder);
  const runs: SuiteRun[] = [];
  for (const [index, { suite, resultsPath, witness }] of watched.entries()) {
    const canary = canaries[index];
    if (!canary) continue;
    if (index > 0) await tidy(session, plan, resultsPath);
    const hiddenTestPaths = job.hiddenTests.map((file) => file.path);
    const { signal, onLine } = job;
    const run = await runSuite(session, plan, {
      suite,
      canary,
      hiddenTestPaths,
      resultsPath,
      witness,
      signal,
      onLine,
    });
    if ("status" in run) return run;
    runs.push(run);
    // After any other end there is no sandbox left to run the next suite in.
    if (run.observation.end.kind !== "exited") break;
  }
  const editorMs = runs.reduce((sum, run) => sum + run.observation.durationMs, 0);
  return { status: "ran", runs, editorMs };
}

function watch(
  session: SandboxSession,
  plan: RunPlan,
  job: SuitesJob,
  { suite, index, folder }: { suite: TestSuite; index: number; folder: string },
) {
  const resultsPath = `${folder}/${index + 1}.xml`;
  const witness = watchResults(session, {
    resultsPath,
    maxBytes: plan.limits.resultsBytes,
    timeoutSeconds: plan.limits.timeoutSeconds * job.suites.length + SESSION_MARGIN,
    signal: job.signal,
  });
  return { suite, resultsPath, witness };
}

/** Everything goes in before any code of the project runs. Deletions first: a folder may become a file. */
async function fill(
  session: SandboxSession,
  plan: RunPlan,
  job: SuitesJob,
  canaries: readonly LaidCanary[],
  folder: string,
): Promise<void> {
  const { deletions, tar, files } = job.delta;
  if (deletions.length > 0) need(await session.remove(deletions.map((path) => `${PROJECT_DIR}/${path}`)));
  const under = (dir: string, file: TreeFile): TreeFile => ({
    ...file,
    path: path.join(dir, file.path).slice(1),
  });
  const licence: TreeFile = { path: LICENCE_NAME, mode: "100644", data: plan.licence.data };
  const everything = await tarOf({
    files: [under(LICENCE_DIR, licence), ...canaries.map((canary) => under(PROJECT_DIR, canary.file))],
    folders: [folder.slice(1)],
    ...(files > 0 ? { below: { folder: PROJECT_DIR.slice(1), tar } } : {}),
  });
  need(await session.put(everything, "/"));
}
