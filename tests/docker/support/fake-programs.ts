import type { FakePrograms } from "@/evaluator/sandbox/fake/command";
import type { FakeRun } from "@/evaluator/sandbox/fake/program";
import type { ContractPrograms } from "../contract/kit";

const MB = 1024 * 1024;
const words = (name: keyof ContractPrograms, ...args: (string | number)[]) => [name, ...args.map(String)];

/** The contract's programs as names of the functions below. */
export const fakeContractPrograms: ContractPrograms = {
  exit: (code) => words("exit", code),
  say: (out, err) => words("say", out, err),
  showVariable: (name) => words("showVariable", name),
  showFolder: () => words("showFolder"),
  show: (path) => words("show", path),
  showMode: (path) => words("showMode", path),
  write: (path, text) => words("write", path, text),
  flood: (bytes) => words("flood", bytes),
  stubborn: (token) => words("stubborn", token),
  silent: () => words("silent"),
  chatter: (seconds) => words("chatter", seconds),
  hogMemory: () => words("hogMemory"),
  hogMemoryInChild: () => words("hogMemoryInChild"),
  forkBomb: (token) => words("forkBomb", token),
  fillDisk: () => words("fillDisk"),
  fillDiskWithEmptyFiles: () => words("fillDiskWithEmptyFiles"),
  networkInterfaces: () => words("networkInterfaces"),
  connect: () => words("connect"),
  processStatus: () => words("processStatus"),
  makeOddFiles: (folder) => words("makeOddFiles", folder),
  makeFile: (path, bytes) => words("makeFile", path, bytes),
  killEverything: () => words("killEverything"),
};

async function forEver(run: FakeRun): Promise<never> {
  for (;;) await run.sleep(50);
}

async function hog(run: FakeRun): Promise<never> {
  for (;;) await run.allocate(16 * MB);
}

/** What those names do. */
export const fakeContractFunctions: FakePrograms = {
  exit: ({ argv }) => Number(argv[1]),
  say: (run) => {
    run.print(`${run.argv[1]}\n`);
    run.print(`${run.argv[2]}\n`);
    return 0;
  },
  showVariable: (run) => {
    run.print(`${run.env[run.argv[1] ?? ""] ?? ""}\n`);
    return 0;
  },
  showFolder: (run) => {
    run.print(`${run.cwd}\n`);
    return 0;
  },
  show: (run) => {
    const file = run.files.file(run.argv[1] ?? "");
    if (file) run.print(file.data);
    return file ? 0 : 1;
  },
  showMode: (run) => {
    run.print(`${run.files.file(run.argv[1] ?? "")?.mode.toString(8)}\n`);
    return 0;
  },
  write: async (run) => {
    await run.write(run.argv[1] ?? "", run.argv[2] ?? "");
    return 0;
  },
  flood: async (run) => {
    run.print("BEGIN");
    const chunk = Buffer.alloc(100_000, "x");
    for (let left = Number(run.argv[1]); left > 0; left -= chunk.length) {
      run.print(chunk.subarray(0, left));
      if (left % (100 * chunk.length) === 0) await run.sleep(0);
    }
    run.print("END");
    return 0;
  },
  stubborn: async (run) => {
    for (let child = 0; child < 3; child++) run.spawn(run.argv, () => forEver(run));
    run.print("ready\n");
    return forEver(run);
  },
  silent: (run) => {
    run.print("start\n");
    return forEver(run);
  },
  chatter: async (run) => {
    for (let i = 0; i < Number(run.argv[1]) * 10; i++) {
      run.print(".");
      await run.sleep(100);
    }
    return 0;
  },
  hogMemory: hog,
  hogMemoryInChild: async (run) => {
    run.spawn(["child"], () => hog(run));
    await run.sleep(100);
    return 0;
  },
  forkBomb: async (run) => {
    while (run.spawn(run.argv, () => forEver(run))) await run.sleep(20);
    return 1;
  },
  fillDisk: async (run) => {
    for (let i = 0; ; i++) await run.write(`/tmp/fill${i}`, Buffer.alloc(4 * MB));
  },
  fillDiskWithEmptyFiles: async (run) => {
    for (let i = 0; ; i++) await run.write(`/tmp/empty${i}`, "");
  },
  networkInterfaces: (run) => {
    run.print("lo\n");
    return 0;
  },
  connect: () => 1,
  processStatus: (run) => {
    run.print("CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\n");
    return 0;
  },
  makeOddFiles: (run) => {
    const folder = run.argv[1] ?? "";
    run.files.makeFolder(`${folder}/folder`);
    run.files.makeOdd(`${folder}/link`, "link");
    run.files.makeOdd(`${folder}/out`, "link");
    run.files.makeOdd(`${folder}/pipe`, "pipe");
    return 0;
  },
  makeFile: async (run) => {
    await run.write(run.argv[1] ?? "", Buffer.alloc(Number(run.argv[2])));
    return 0;
  },
  killEverything: () => 137,
};
