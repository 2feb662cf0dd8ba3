import path from "node:path";
import { seedSite } from "./seed";

/** Seeds the folder in argv[2]: data, runs and a made-up dataset. */
const folder = process.argv[2];
if (!folder) throw new Error("Name the folder to seed.");
seedSite({
  root: path.resolve(import.meta.dirname, "../../.."),
  dataDir: path.join(folder, "data"),
  runsDir: path.join(folder, "runs"),
  benchmarkDir: path.join(folder, "benchmark"),
});
