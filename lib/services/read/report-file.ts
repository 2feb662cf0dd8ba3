import { mayReadTestDetails, type Reader } from "@/lib/domain/access";
import type { ExperimentResult } from "@/lib/domain/experiment";
import type { ReportName } from "@/lib/domain/links";
import { buildConfigurationReport, configurationCsv } from "@/lib/domain/report/configuration";
import { toJson } from "@/lib/domain/report/json";
import { buildPassAtKDetails, buildPassAtKReport } from "@/lib/domain/report/pass-at-k";
import { publicReason } from "@/lib/domain/test-details";
import { loadExperimentResult } from "@/lib/services/experiment-result";
import { type ReadContext, readContext } from "./context";
import { experimentFor } from "./queries";

const BUILD: Record<ReportName, (result: ExperimentResult) => string> = {
  "pass_at_k_report.json": (result) => toJson(buildPassAtKReport(result)),
  "pass_at_k_details.json": (result) => toJson(buildPassAtKDetails(result)),
  "leaderboard.json": (result) => toJson(buildConfigurationReport(result)),
  "leaderboard.csv": (result) => configurationCsv(buildConfigurationReport(result)),
};

/**
 * A report as the command line writes it; null when there is no such experiment for this reader, or only a dry run.
 * Who may not read hidden tests gets the reasons that pages show, and no test cases.
 */
export function readReportFile(
  id: string,
  name: ReportName,
  reader: Reader,
  context: ReadContext = readContext(),
): string | null {
  const { database, benchmark } = context;
  const found = database && experimentFor(database.query, id, reader);
  if (!found || !database || found.experiment.state === "draft") return null;
  const details = mayReadTestDetails(reader, found.experiment.set);
  const withoutTests = !details || name !== "pass_at_k_details.json";
  const result = loadExperimentResult(database.query, id, benchmark, { withoutTests });
  return result && BUILD[name](details ? result : withoutDetails(result));
}

function withoutDetails(result: ExperimentResult): ExperimentResult {
  const attempts = result.attempts.map((one) => ({
    ...one,
    reason: publicReason(one, one.touched),
    tests: [],
  }));
  return { ...result, attempts };
}
