/** A process of its own that asks for a mirror: `<dataset> <data> <sha>`; prints the result as JSON. */
import { ensureMirror } from "@/evaluator/tree/mirror";

const [datasetDir = "", dataDir = "", sha = ""] = process.argv.slice(2);
const result = await ensureMirror({
  repoKey: "demo",
  repo: { url: "history:history" },
  instances: [{ instance_id: "demo-1", base_sha: sha, fix_sha: sha }],
  dataDir,
  datasetDir,
});
process.stdout.write(JSON.stringify(result));
