import { describe, expect, it } from "vitest";
import {
  chooseInstances,
  DATASET_ORDER,
  instancesAddress,
  instancesAsked,
  nextInstanceSort,
} from "./instance-order";
import type { InstanceRow } from "./instance-views";

const row = (id: string, change: Partial<InstanceRow> = {}): InstanceRow => ({
  id,
  set: "golden",
  href: `/instances/${id}`,
  title: `Title of ${id}`,
  repoName: "Fungus",
  repoUrl: null,
  issueHref: null,
  baseSha: "a".repeat(40),
  bucket: "2019.4.36f1",
  platforms: ["EditMode"],
  targets: 1,
  gate: { status: "not-gated", reason: null, at: null },
  systems: 2,
  systemsSolved: 1,
  attempts: { counted: 20, passed: 5 },
  measures: { discrimination: null, medianMs: null, evaluations: 0, reruns: { compared: 0, different: 0 } },
  ...change,
});

const rows = [
  row("b-2", { attempts: { counted: 0, passed: 0 } }),
  row("a-1", {
    repoName: "Mirage",
    platforms: ["EditMode", "PlayMode"],
    attempts: { counted: 20, passed: 20 },
  }),
  row("c-3", { title: "Dialogue skips a line", attempts: { counted: 10, passed: 1 } }),
];

const asked = (query = "") => {
  const params = new URLSearchParams(query);
  return instancesAsked("golden", (name) => params.get(name) ?? undefined);
};
const ids = (query: string) => chooseInstances(rows, asked(query)).map((one) => one.id);

describe("the table of instances", () => {
  it("has the order of the dataset unless another is asked for", () => {
    expect(ids("")).toEqual(["b-2", "a-1", "c-3"]);
    expect(ids("sort=nonsense")).toEqual(["b-2", "a-1", "c-3"]);
  });

  it("sorts both ways with missing values last", () => {
    expect(ids("sort=passed")).toEqual(["c-3", "a-1", "b-2"]);
    expect(ids("sort=-passed")).toEqual(["a-1", "c-3", "b-2"]);
    expect(ids("sort=id")).toEqual(["a-1", "b-2", "c-3"]);
  });

  it("filters by words anywhere in id, title and project, and by exact facts", () => {
    expect(ids("text=line+DIALOGUE")).toEqual(["c-3"]);
    expect(ids("repository=Mirage")).toEqual(["a-1"]);
    expect(ids("platform=PlayMode")).toEqual(["a-1"]);
    expect(ids("gate=gated")).toEqual([]);
    expect(ids("repository=Fungus&text=b-")).toEqual(["b-2"]);
  });

  it("has an address for everything that it shows", () => {
    const all = "/instances?set=golden&text=a+b&repository=R%26D&sort=-passed";
    expect(instancesAddress(asked(all.slice(all.indexOf("?"))))).toBe(all);
    expect(instancesAddress(asked())).toBe("/instances?set=golden");
  });

  it("turns a head from best first to the other way and back to the dataset's order", () => {
    const first = nextInstanceSort(DATASET_ORDER, "passed");
    const second = nextInstanceSort(first, "passed");
    expect([first.descending, second.descending]).toEqual([true, false]);
    expect(nextInstanceSort(second, "passed")).toEqual(DATASET_ORDER);
    expect(nextInstanceSort(first, "id")).toEqual({ key: "id", descending: false });
  });
});
