import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { passAtKReportSchema } from "@/lib/domain/report/schemas";
import { csvLines } from "@/tests/support/csv-lines";
import { root, site, stillSite } from "./support/site";
import { expect, test } from "./support/test";

type Run = { instance_id: string; passed: boolean; parseable: boolean; filehit: boolean };
type Metrics = Record<string, number>;
type Entry = { experiment: string; agent: string; complete: boolean; score: number | null; metrics: Metrics };
type Numbers = { score: number; metrics: Metrics; intervals_95: unknown };

test.use({ baseURL: stillSite.url });

const BOARD = "/?set=sample&unverified=1";

test("every number of every system is one number: page, CSV, JSON, the command line's reports, and the attempts themselves", async ({
  page,
  request,
}) => {
  const reports = commandLineReports();
  await page.goto(BOARD);
  const links = page.locator("table.board th.system a");
  const ids = (await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""))).map(
    (href) => href.split("/").at(-1) ?? "",
  );
  expect(ids.length).toBeGreaterThan(4);
  const download = async (format: string) => {
    const link = page.getByRole("link", { name: format, exact: true });
    return await (await request.get((await link.getAttribute("href")) ?? "")).text();
  };
  const board = { csv: csvLines(await download("CSV")), json: JSON.parse(await download("JSON")) };
  for (const [index, id] of ids.entries()) {
    const one: Numbers & { agent: string; slug?: string } = await json(request, `/api/v1/experiments/${id}`);
    const truth = recomputed(await attemptsOf(request, id));
    for (const [name, value] of Object.entries(truth))
      expect(one.metrics[name], `${one.agent} ${name}`).toBeCloseTo(value, 12);
    const product = (truth["parseable@10"] ?? 0) * (truth["filehit@10"] ?? 0) * (truth["pass@10"] ?? 0);
    expect(one.score, one.agent).toBeCloseTo(product, 12);

    const report = passAtKReportSchema.parse(
      await json(request, `/api/v1/experiments/${id}/reports/pass_at_k_report.json`),
    );
    expect(pick(report)).toEqual(pick(one));
    const local = reports.filter((entry) => entry.agent === one.agent && entry.score === one.score);
    expect(local.length, one.agent).toBeGreaterThan(0);
    // The global index leaves the looser metric of diagnosis out.
    for (const { metrics } of local) expect(one.metrics).toMatchObject(metrics);

    const inJson = JSON.stringify(board.json.entries[index]);
    for (const value of [one.score, ...shown(one.metrics)]) expect(inJson).toContain(JSON.stringify(value));
    const inCsv = board.csv[index] ?? {};
    expect(inCsv.experiment_id).toBe(id);
    const single = csvLines(await (await request.get(`/api/v1/experiments/${id}?format=csv`)).text());
    for (const [name, value] of Object.entries({ score: one.score, ...one.metrics })) {
      const rounded = String(Number(value.toFixed(6)));
      if (inCsv[name] !== undefined) expect(inCsv[name], `${one.agent} ${name}`).toBe(rounded);
      expect(single.find((row) => row.metric === name)?.value, `${one.agent} ${name}`).toBe(rounded);
    }

    const row = page.locator("table.board tbody tr").nth(index);
    await expect(row.locator(".score")).toContainText(one.score.toFixed(3));
    const rates = (await row.locator(".rate").allInnerTexts()).map((text) => text.split(/\s+/)[0]);
    expect(rates, one.agent).toEqual(shown(one.metrics).map((value) => value.toFixed(3)));
  }
});

/** In the order of the leaderboard's columns. */
function shown(metrics: Metrics): number[] {
  return ["parseable@10", "filehit@10", "pass@10", "pass@1"].map((name) => metrics[name] ?? Number.NaN);
}

const pick = ({
  score,
  metrics,
  intervals_95,
}: {
  score: number | null;
  metrics: unknown;
  intervals_95: unknown;
}) => ({
  score,
  metrics,
  intervals_95,
});

/** What `swe-game-bench report` writes about the same database. */
function commandLineReports(): Entry[] {
  const runs = mkdtempSync(path.join(tmpdir(), "sgb-numbers-"));
  try {
    execFileSync(process.execPath, ["bin/swe-game-bench.mjs", "report", "--set", "sample"], {
      cwd: root,
      stdio: "pipe",
      env: {
        ...process.env,
        SWE_GAME_BENCH_DATA_DIR: stillSite.dataDir,
        SWE_GAME_BENCH_RUNS_DIR: runs,
        BENCHMARK_DIR: site.benchmarkDir,
      },
    });
    return JSON.parse(readFileSync(path.join(runs, "leaderboard.json"), "utf8")).entries;
  } finally {
    rmSync(runs, { recursive: true, force: true });
  }
}

async function json<T>(request: APIRequestContext, address: string): Promise<T> {
  const response = await request.get(address);
  expect(response.status(), address).toBe(200);
  return await response.json();
}

async function attemptsOf(request: APIRequestContext, id: string): Promise<Run[]> {
  return (await json<{ attempts: Run[] }>(request, `/api/v1/experiments/${id}/attempts`)).attempts;
}

/** The metrics by their definitions, from single attempts and nothing else. */
function recomputed(runs: readonly Run[]): Metrics {
  const instances = new Map<string, Run[]>();
  for (const run of runs) instances.set(run.instance_id, [...(instances.get(run.instance_id) ?? []), run]);
  const mean = (of: (own: readonly Run[]) => number) =>
    [...instances.values()].reduce((sum, own) => sum + of(own), 0) / instances.size;
  const passes = (own: readonly Run[]) => own.filter((run) => run.passed).length;
  const passAt = (j: number) =>
    mean((own) => 1 - choose(own.length - passes(own), j) / choose(own.length, j));
  return {
    "parseable@10": mean((own) => Number(own.some((run) => run.parseable))),
    "filehit@10": mean((own) => Number(own.some((run) => run.filehit))),
    ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`pass@${index + 1}`, passAt(index + 1)])),
    "pass^10": mean((own) => Number(passes(own) === own.length)),
  };
}

/** Ways to choose j of n. */
function choose(n: number, j: number): number {
  let ways = 1;
  for (let step = 1; step <= j; step += 1) ways = (ways * (n - j + step)) / step;
  return n < j ? 0 : ways;
}
