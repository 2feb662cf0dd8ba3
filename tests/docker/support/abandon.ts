// A worker that opens a sandbox, starts something stubborn in it, says so and waits to be killed.
import { selectSandbox } from "@/evaluator/sandbox/select";
import { testConnection } from "./engine";
import { shellPrograms } from "./shell-programs";

type Order = {
  kind: "docker" | "apptainer" | "local";
  installation: string;
  baseDir?: string;
  apptainerDir?: string;
  controlGroups?: boolean;
  image: string;
  labels: Record<string, string>;
  token: string;
};

const order: Order = JSON.parse(process.argv[2] ?? "{}");
const selected = selectSandbox({
  kind: order.kind,
  installation: order.installation,
  baseDir: order.baseDir,
  apptainerDir: order.apptainerDir,
  controlGroups: order.controlGroups,
  docker: testConnection,
});
if (selected.status !== "selected") throw new Error(selected.message);
const opened = await selected.provider.open({
  image: order.image,
  limits: { memoryBytes: 64 * 1024 * 1024, cpus: 1, processes: 50, diskBytes: 64 * 1024 * 1024 },
  labels: order.labels,
  network: "none",
});
if (opened.status !== "open") throw new Error(opened.message);
const [command = "", ...args] = shellPrograms(opened.session).stubborn(order.token);
await opened.session.exec({
  argv: [command, ...args],
  timeoutSeconds: 600,
  outputLimit: 1000,
  onOutput: () => console.log("started"),
});
