import { describe, expect, it } from "vitest";
import { INSTANCE_SORTS, instancesAsked } from "@/lib/domain/instance-order";
import { instanceTable } from "./instance-table";

const tableAt = (sort?: string) =>
  instanceTable({
    rows: [],
    asked: instancesAsked("golden", (name) => (name === "sort" ? sort : undefined)),
  });

describe("the columns of the table of instances", () => {
  it("can be sorted by exactly where the address knows such an order", () => {
    const sortable = tableAt()
      .getAllLeafColumns()
      .filter((column) => column.getCanSort());
    expect(sortable.map(({ id }) => id)).toEqual(INSTANCE_SORTS.filter((one) => one !== "set"));
  });

  it("say which of them rows are sorted by; the order of the dataset is none of theirs", () => {
    const sorted = (sort?: string) =>
      tableAt(sort)
        .getAllLeafColumns()
        .filter((column) => column.getIsSorted())
        .map((column) => [column.id, column.getIsSorted()]);
    expect(sorted()).toEqual([]);
    expect(sorted("-flake")).toEqual([["flake", "desc"]]);
    expect(sorted("repository")).toEqual([["repository", "asc"]]);
  });
});
