import type { EvaluatorDeps } from "@/evaluator/evaluate-types";
import { PROJECT_DIR } from "@/evaluator/run/layout";
import { ready } from "@/evaluator/run/ready";
import { tarOf } from "@/evaluator/run/tar";
import type { SandboxFailure } from "@/evaluator/sandbox/types";
import { withGradedTree } from "@/evaluator/tree/pipeline";
import { layCanary } from "@/evaluator/unity/canary";
import { testArgv } from "@/evaluator/unity/command-line";
import { readLog } from "@/evaluator/unity/log-reader";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { suitesOf } from "@/lib/domain/instance";
import type { RunObservation } from "@/lib/domain/run";

const RESULTS = "/var/tmp/results.xml";

function done<T extends { status: string }>(result: T | SandboxFailure): T {
  if (result.status === "sandbox-failed") throw new Error(JSON.stringify(result));
  return result as T;
}

/** One run as a trusting harness would do it: the results file is read once the editor has ended. */
export async function unwatchedRun(
  deps: EvaluatorDeps,
  entry: InstanceEntry,
  image: string,
  patch: Uint8Array,
): Promise<RunObservation> {
  const context = await deps.contextOf(entry);
  const prepared = await ready(deps, entry);
  const [suite] = suitesOf(entry.instance);
  const canary = suite && layCanary(suite, context.hiddenTests);
  if (prepared.status !== "ready" || !suite || !canary) throw new Error("not ready");
  const { result } = await withGradedTree(context, patch, async (graded) => {
    const spec = { image, limits: prepared.limits.sandbox, labels: { ...deps.labels, key: "unwatched" } };
    const { session } = done(await deps.sandbox.open({ ...spec, network: "none" }));
    try {
      const folder = "root/.local/share/unity3d/Unity";
      const licence = {
        path: `${folder}/Unity_lic.ulf`,
        mode: "100644" as const,
        data: prepared.licence.data,
      };
      const laid = { ...canary.file, path: `${PROJECT_DIR.slice(1)}/${canary.file.path}` };
      done(await session.put((await graded.delta()).tar, PROJECT_DIR));
      done(await session.put(await tarOf({ files: [licence, laid] }), "/"));
      const run = await session.exec({
        argv: testArgv({
          projectPath: PROJECT_DIR,
          platform: suite.test_platform,
          resultsPath: RESULTS,
          classNames: [...suite.test_class, canary.className],
        }),
        timeoutSeconds: 120,
        outputLimit: 1_000_000,
      });
      const file = done(await session.read(RESULTS, 10_000_000));
      const log = new TextDecoder().decode(run.output.head);
      const reading = readLog(log, { hiddenTestPaths: [], canaryPath: null, resultsPath: RESULTS });
      if (run.end.kind === "cancelled") throw new Error("cancelled");
      const observation: RunObservation = {
        suite,
        end: run.end,
        xml: file.status === "found" ? file.data : null,
        xmlTruncated: false,
        findings: reading.findings,
        savedLine: reading.savedLine,
        canary: canary.canary,
        startedAt: new Date(0).toISOString(),
        durationMs: run.durationMs,
      };
      return observation;
    } finally {
      await session.close();
    }
  });
  if (!result) throw new Error("the patch does not apply");
  return result;
}
