import { writeFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { openApiDocument } from "@/lib/domain/api/openapi";
import { site } from "./support/site";
import { expect, experimentOf, test } from "./support/test";

type Document = ReturnType<typeof openApiDocument>;
type Operation = {
  tags: string[];
  responses: Record<string, { content?: Record<string, { schema?: { $ref: string } }> }>;
};

type Run = { instance_id: string; passed: boolean; parseable: boolean; filehit: boolean };

/** What a validator that knows nothing of our code says of an answer, by the document alone. */
async function validatorOf(request: APIRequestContext) {
  const document: Document = await (await request.get("/api/v1/openapi.json")).json();
  const ajv = addFormats(new Ajv2020({ allErrors: true, allowUnionTypes: true }));
  ajv.addVocabulary(["components"]);
  ajv.addSchema({ $id: "api", components: document.components });
  const problems = (reference: string, answer: unknown) => {
    const valid = ajv.compile({ $ref: `api${reference}` });
    return valid(answer) ? [] : (valid.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
  };
  return { document, problems };
}

test("every documented address of data answers as the document says", async ({ page, request }) => {
  const { document, problems } = await validatorOf(request);
  const ids = {
    experiments: (await experimentOf(page, "synthetic-strong")).split("/").at(-1) ?? "",
    instances: "sample-packrat-1",
  };
  const board = await (await request.get("/api/v1/leaderboard?set=sample")).json();
  const [first, second] = board.entries.map((one: { experiment_id: string }) => one.experiment_id);
  const required: Record<string, string> = {
    "/api/v1/charts": "?set=sample&chart=time",
    "/api/v1/compare": `?set=sample&systems=${first},${second}`,
  };
  let seen = 0;
  for (const [path, operations] of Object.entries(document.paths)) {
    const operation = operations.get as Operation | undefined;
    if (!operation?.tags.includes("data")) continue;
    const id = path.includes("/instances/") ? ids.instances : ids.experiments;
    const plain = path.replace("{id}", id).replace("{name}", "pass_at_k_details.json");
    const address = plain + (required[plain] ?? "");
    const content = operation.responses[200]?.content ?? {};
    const response = await request.get(address);
    expect(response.status(), address).toBe(200);
    const schema = content["application/json"]?.schema;
    if (schema) expect(problems(schema.$ref, await response.json()), address).toEqual([]);
    const again = await request.get(address, { headers: { "If-None-Match": response.headers().etag ?? "" } });
    expect(again.status(), address).toBe(304);
    if (schema && content["text/csv"]) {
      const csv = await request.get(`${address}${address.includes("?") ? "&" : "?"}format=csv`);
      expect(csv.headers()["content-type"], address).toContain("text/csv");
      expect((await csv.text()).split("\n").length, address).toBeGreaterThan(2);
    }
    seen += 1;
  }
  expect(seen).toBeGreaterThan(8);
  const refusals = [
    ["/api/v1/leaderboard?sett=golden", 400],
    ["/api/v1/instances?set=nonsense", 400],
    ["/api/v1/charts?set=sample", 400],
    ["/api/v1/charts?set=sample&chart=score&q=nobody", 404],
    [`/api/v1/compare?set=sample&systems=${first}`, 400],
    ["/api/v1/experiments/none", 404],
    [`/api/v1/experiments/${ids.experiments}/reports/none.json`, 404],
    ["/api/experiments/none/attempts", 404],
    [`/api/experiments/${ids.experiments}/sample-packrat-1/99/patch`, 404],
    ["/api/v1/me", 401],
    ["/api/v1/submissions", 401],
  ] as const;
  for (const [address, status] of refusals) {
    const response = await request.get(address);
    expect(response.status(), address).toBe(status);
    expect(problems("#/components/schemas/Refusal", await response.json()), address).toEqual([]);
  }
});

test("page, JSON, CSV, report, badge and attempts give one Score", async ({ page, request }) => {
  const href = await experimentOf(page, "synthetic-strong");
  const api = `/api/v1${href}`;
  const one = await (await request.get(api)).json();
  const board = await (await request.get("/api/v1/leaderboard?set=sample")).json();
  const entry = board.entries.find((row: { experiment_id: string }) => row.experiment_id === one.id);
  const report = await (await request.get(`${api}/reports/pass_at_k_report.json`)).json();
  const csv = await (await request.get(`${api}?format=csv`)).text();
  expect(one.score).toBeGreaterThan(0);
  expect([entry.score, report.score]).toEqual([one.score, one.score]);
  expect([one.metrics, one.intervals_95]).toEqual([report.metrics, report.intervals_95]);
  expect(entry.intervals_95.score).toEqual(one.intervals_95.score);
  const score = csv.split("\n").find((line) => line.includes(",score,"));
  expect(Number(score?.split(",").at(-3))).toBe(Number(one.score.toFixed(6)));
  const { attempts } = await (await request.get(one.attempts_url.replace(/^.*?\/api/, "/api"))).json();
  const instances = new Set(attempts.map((run: Run) => run.instance_id));
  const mean = (bit: "passed" | "parseable" | "filehit") =>
    new Set(attempts.filter((run: Run) => run[bit]).map((run: Run) => run.instance_id)).size / instances.size;
  expect(mean("parseable") * mean("filehit") * mean("passed")).toBeCloseTo(one.score, 12);
  const badge = await request.get(`${href}/badge.svg`);
  expect(badge.headers()["cross-origin-resource-policy"]).toBe("cross-origin");
  expect(await badge.text()).toContain(`Score ${one.score.toFixed(3)}, verified`);
  await page.goto(href);
  await expect(page.locator("main")).toContainText(one.score.toFixed(3));
  await expect(page.locator("#funnel").getByRole("row", { name: /^Submitted/ })).toContainText("100");
  await expect(page.locator("#breakdown").getByRole("row", { name: /Packrat/ })).toContainText("2/4");
  await expect(page.locator("#cite")).toContainText("@misc{swegamebench-");
  await expect(page.locator("head link[type='application/atom+xml']")).toHaveAttribute(
    "href",
    /changes\.atom$/,
  );
  const card = await page.locator("head meta[property='og:image']").getAttribute("content");
  const picture = await request.get(new URL(card ?? "").pathname);
  expect((await picture.body()).subarray(1, 4).toString()).toBe("PNG");
  expect(await (await request.get("/sitemap.xml")).text()).toContain(href);
  expect(await (await request.get("/robots.txt")).text()).toContain("/sitemap.xml");
});

test("a predictions file is checked in the page, and never leaves it", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (one) => {
    if (one.method() !== "GET") sent.push(`${one.method()} ${one.url()}`);
  });
  await page.goto("/docs/submission");
  const row = { instance_id: "sample-packrat-1", run_id: 3, agent: "a", model: "m", model_patch: "diff" };
  const file = `${site.folder}/checked.jsonl`;
  writeFileSync(file, `${JSON.stringify(row)}\n${JSON.stringify(row)}\n`);
  await page.getByLabel("Set").selectOption("sample");
  await page.getByLabel("Predictions file").setInputFiles(file);
  await page.getByRole("button", { name: "Check" }).click();
  const found = page.locator("#check").getByRole("status");
  await expect(found).toContainText(/checked\.jsonl has \d+ problems/);
  await expect(found.getByRole("row", { name: /run_id/ }).first()).toContainText("occurs twice");
  expect(sent).toEqual([]);
});

test("instances are sorted and filtered by their address", async ({ page }) => {
  await page.goto("/instances?set=sample");
  const rows = page.locator("table.data-table tbody tr");
  await expect(rows).toHaveCount(10);
  await page.getByLabel("Project").selectOption("Packrat");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/repository=Packrat/);
  await expect(rows).toHaveCount(4);
  await page.getByRole("columnheader", { name: "Attempts passed" }).getByRole("link").click();
  await expect(page).toHaveURL(/repository=Packrat&sort=-passed/);
  await expect(rows.first()).toContainText("sample-packrat-1");
});
