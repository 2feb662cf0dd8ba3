/**
 * Writes the git history of a sample repository as reviewable text:
 *   npx tsx scripts/export-history.ts <repository> <folder> [<ref>]
 */
import { exportHistory } from "@/evaluator/tree/history-export";

const [repository, folder, ref] = process.argv.slice(2);
if (repository === undefined || folder === undefined) {
  console.error("Usage: npx tsx scripts/export-history.ts <repository> <folder> [<ref>]");
  process.exitCode = 2;
} else {
  try {
    const { commits, tip } = await exportHistory(repository, folder, ref);
    console.log(
      `${folder}: ${commits} commits, up to ${tip}. The repository was rebuilt from the text with the same hashes.`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
